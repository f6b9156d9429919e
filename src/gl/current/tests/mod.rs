mod primitive;
