#pragma once

// The names of the interface, for headers that only mention them.

namespace shufflecert {

class ball;
class budget;
class number;
struct decimal_interval;
struct distribution_pair;
struct expression;
struct quantity;

}  // namespace shufflecert
