// What one body (w is its mass) adds to the accelerations of others.
void n_body(in vec source, in vec body, inout vec acceleration) {
    vec way = source - body;
    float square = fma(way.x, way.x, fma(way.y, way.y, fma(way.z, way.z, 0.01)));
    float pull = source.w / (square * sqrt(square));
    acceleration = fma(way, pull, acceleration);
}
