#pragma once

// The one place of the version; the build reads it here.
#define SHUFFLECERT_VERSION_MAJOR 0
#define SHUFFLECERT_VERSION_MINOR 1
#define SHUFFLECERT_VERSION_PATCH 0
