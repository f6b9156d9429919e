"""Pictures of Direct3D's languages, by our driver and by Wine."""
