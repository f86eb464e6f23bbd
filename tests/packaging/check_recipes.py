#!/usr/bin/env python3
"""Reads the recipes of cmake/packaging, which are not run here, and tells where they cannot be right:
a target that does not exist, a library that CMake looks for and the recipe does not name."""

import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
RECIPES = TOP / "cmake/packaging"

# What find_package() asks for, by the names of conda-forge and of Homebrew. None: it is part of another
# package, or the recipe says that there is none.
PACKAGES = {
    "GMP": ("gmp", "gmp"), "MPFR": ("mpfr", "mpfr"), "FLINT": ("libflint", "flint"),
    "Boost": ("libboost-headers", "boost"), "CLI11": ("cli11", "cli11"),
    "nlohmann_json": ("nlohmann_json", "nlohmann-json"), "tomlplusplus": ("tomlplusplus", "tomlplusplus"),
    "fmt": ("fmt", "fmt"), "pegtl": ("pegtl", "pegtl"), "TBB": ("tbb-devel", "tbb"),
    "Nettle": ("nettle", "nettle"), "SQLiteCpp": ("sqlitecpp", "sqlitecpp"),
    "mimalloc": ("mimalloc", None), "pybind11": ("pybind11", "pybind11"), "Python3": ("python", None),
    "Mustache": (None, None),
}


def text_of(path):
    return path.read_text(encoding="utf-8")


def wanted_libraries():
    found = []
    for name in ("CMakeLists.txt", "python/CMakeLists.txt"):
        found += re.findall(r"^find_package\((\w+)", text_of(TOP / name), re.MULTILINE)
    return found


def targets_of_cmake():
    files = [TOP / "CMakeLists.txt", *(file for part in ("src", "verify", "reports", "python")
                                       for file in (TOP / part).rglob("CMakeLists.txt"))]
    made = re.compile(r"add_(?:executable|library|custom_target)\(\s*(\w+)")
    return {name for file in files for name in made.findall(text_of(file))}


def targets_of_make():
    return set(re.search(r"^\.PHONY: (.*)$", text_of(TOP / "Makefile"), re.MULTILINE)[1].split())


def complaints():
    recipe = text_of(RECIPES / "meta.yaml")
    wheels = text_of(RECIPES / "wheels.yml")
    container = text_of(RECIPES / "Containerfile")
    listed = set(re.findall(r"^    - (\S+)$", recipe, re.MULTILINE))
    brewed = set(re.search(r"brew install (.*)$", wheels, re.MULTILINE)[1].split())
    for library in wanted_libraries():
        if library not in PACKAGES:
            yield f"{library}: CMake looks for it, and no package of it is known here"
            continue
        conda, brew = PACKAGES[library]
        if conda and conda not in listed:
            yield f"meta.yaml: {conda} is missing, for {library}"
        if brew and brew not in brewed:
            yield f"wheels.yml: {brew} is missing, for {library}"
    for name in re.findall(r"--target ([\w ]+)", recipe):
        for target in set(name.split()) - targets_of_cmake():
            yield f"meta.yaml: there is no target {target} of CMake"
    for file, text in (("wheels.yml", wheels), ("Containerfile", container)):
        for target in re.findall(r"(?:&&|RUN|run:) make ([\w-]+)", text):
            if target not in targets_of_make():
                yield f"{file}: there is no target {target} of make"
        if "\t" in text:
            yield f"{file}: a tab"
    if "build/release/packages" not in text_of(TOP / "Makefile") or "build/release/packages" not in container:
        yield "Containerfile: the package is elsewhere"
    for option in re.findall(r"-D(SHUFFLECERT_\w+)", recipe):
        if not re.search(rf"\b{option}\b", text_of(TOP / "CMakeLists.txt")):
            yield f"meta.yaml: there is no option {option}"


def main():
    found = list(complaints())
    print("\n".join(found) or "the recipes name what there is")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
