mod component;
