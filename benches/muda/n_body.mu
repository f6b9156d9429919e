// What one body (w is its mass) adds to the accelerations of others.
void n_body(in vec source, in vec body, inout vec acceleration) {
    vec way = source - body;
    float square = way.x * way.x + way.y * way.y + way.z * way.z + 0.01;
    float pull = source.w / (square * sqrt(square));
    acceleration = acceleration + way * pull;
}
