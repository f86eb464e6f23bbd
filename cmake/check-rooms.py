#!/usr/bin/env python3
"""Checks the rooms: that every include points down, within a room too, that no room is crowded, that
no two files have one name, and that all names stand in the inline namespace of this version.

usage: cmake/check-rooms.py [--map | --renew]

The rooms and what each may use stand in src/, reports/, verify/ and python/CMakeLists.txt (cmake/Rooms.cmake).
--map prints the rooms from the ground floor up, with what each holds; src/rooms.md has the
same table, and --renew renews it.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "src/rooms.md"
BEGIN, END = "<!-- the map: cmake/check-rooms.py --renew -->", "<!-- end of the map -->"
MOST_UNITS = 15  # a unit is a header, a source file, or both of one name


class Room:
    def __init__(self, folder, text):
        self.folder = folder
        self.name = folder.relative_to(ROOT).as_posix().removeprefix("src/")
        self.sentence = " ".join(re.search(r'HOLDS\s+"([^"]*)"', text)[1].split())
        uses = re.search(r"USES\s+([a-z_/\s]+)", text)
        self.uses = uses[1].split() if uses else []
        self.files = sorted(folder.glob("*.hpp")) + sorted(folder.glob("*.cpp"))
        self.units = {file.stem for file in self.files}


def read_rooms():
    rooms = {}
    for top in ("src", "reports", "verify", "python"):
        text = (ROOT / top / "CMakeLists.txt").read_text()
        for folder, body in re.findall(r"^add_room\(([a-z_/]+)\s+([^)]*)\)", text, re.MULTILINE):
            room = Room(ROOT / top / folder, body)
            rooms[room.name] = room
    return rooms


def visible_from(room, rooms):
    seen = set()
    waiting = [room.name]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(rooms[name].uses)
    return seen


def floors_of(arrows):
    """The floor of each node, 0 for what uses nothing; or a cycle."""
    floors = {}

    def visit(node, path):
        if node in path:
            return path[path.index(node):] + [node]
        if node not in floors:
            for other in arrows.get(node, ()):
                cycle = visit(other, path + [node])
                if cycle:
                    return cycle
            floors[node] = 1 + max((floors[other] for other in arrows.get(node, ())), default=-1)
        return None

    for node in sorted(arrows):
        cycle = visit(node, [])
        if cycle:
            return None, cycle
    return floors, None


def complaints_about(room, rooms):
    visible = visible_from(room, rooms)
    arrows = {unit: set() for unit in room.units}
    for file in room.files:
        for line, text in enumerate(file.read_text().splitlines(), 1):
            found = re.match(r'#include "([^"]+)"', text)
            if not found or found[1].startswith("shufflecert/"):
                continue
            target = pathlib.PurePosixPath(found[1])
            other = target.parent.as_posix()
            where = f"{file.relative_to(ROOT)}:{line}"
            if other not in rooms:
                yield f"{where}: '{found[1]}' is in no room"
            elif other not in visible:
                yield (f"{where}: the room {room.name} may not use {other}, which is not below it; "
                       f"move what is needed down, or this file up")
            elif other == room.name and target.stem != file.stem:
                arrows[file.stem].add(target.stem)
    _, cycle = floors_of(arrows)
    if cycle:
        yield f"{room.name}: these files use each other in a circle: {' -> '.join(cycle)}"
    if len(room.units) > MOST_UNITS:
        yield (f"{room.name}: {len(room.units)} units are too many for one room "
               f"(at most {MOST_UNITS}); divide it")


def complaints_about_versions():
    """The binary interface of each minor version has names of its own."""
    version = (ROOT / "include/shufflecert/version.hpp").read_text()
    numbers = re.findall(r"VERSION_(?:MAJOR|MINOR) (\d+)", version)
    right = f"namespace shufflecert::inline v{'_'.join(numbers)}"
    for top in ("include", "src", "reports", "verify", "python"):
        for file in sorted((ROOT / top).rglob("*.?pp")):
            for line, text in enumerate(file.read_text().splitlines(), 1):
                opened = re.match(r"namespace shufflecert\b[^;]*\{", text)
                if opened and not text.startswith((right, "namespace shufflecert::embedded")):
                    yield f"{file.relative_to(ROOT)}:{line}: '{text}' should begin with '{right}'"


def complaints_about_names():
    """Where an editor shows the base name alone, it says which file it is. Public headers have the
    names that users include."""
    places = {}
    for top in ("bench", "examples", "python", "reports", "src", "tests", "verify"):
        for file in sorted((ROOT / top).rglob("*.?pp")):
            places.setdefault(file.name, []).append(file.relative_to(ROOT).as_posix())
    for name, files in sorted(places.items()):
        if len(files) > 1:
            yield f"{name}: this name stands for {' and '.join(files)}; rename one"


def complaints_about_tests():
    """CMake cuts such a name in two, and the test program then finds no test, and fails none."""
    for file in sorted((ROOT / "tests").rglob("*.cpp")):
        for name in re.findall(r'TEST_CASE\(\s*"([^"]*)"', file.read_text()):
            if ";" in name:
                yield f"{file.relative_to(ROOT)}: the name of a test has no ';': '{name}'"


def table_of(rooms, floors):
    lines = ["| floor | room | units | holds | uses |", "|---:|---|---:|---|---|"]
    for name in sorted(rooms, key=lambda name: (floors[name], name)):
        room = rooms[name]
        folder = room.folder.relative_to(ROOT).as_posix()
        lines.append(f"| {floors[name]} | `{folder}` | {len(room.units)} | {room.sentence} | "
                     f"{', '.join(room.uses)} |")
    return "\n".join(lines) + "\n"


def main():
    rooms = read_rooms()
    complaints = []
    for room in rooms.values():
        unknown = [name for name in room.uses if name not in rooms]
        if unknown:
            sys.exit(f"{room.name}: it uses {', '.join(unknown)}, which is no room")
    floors, cycle = floors_of({name: room.uses for name, room in rooms.items()})
    if cycle:
        sys.exit(f"rooms use each other in a circle: {' -> '.join(cycle)}")
    for room in rooms.values():
        complaints.extend(complaints_about(room, rooms))
    complaints.extend(complaints_about_names())
    complaints.extend(complaints_about_tests())
    complaints.extend(complaints_about_versions())
    if complaints:
        sys.exit("\n".join(complaints))
    table = table_of(rooms, floors)
    page = PAGE.read_text()
    before, rest = page.split(BEGIN)
    renewed = before + BEGIN + "\n" + table + END + rest.split(END)[1]
    if "--map" in sys.argv[1:]:
        print(table, end="")
    elif "--renew" in sys.argv[1:]:
        PAGE.write_text(renewed)
    elif page != renewed:
        sys.exit(f"{PAGE.relative_to(ROOT)}: its map is another one; 'cmake/check-rooms.py --renew' renews it")
    units = sum(len(room.units) for room in rooms.values())
    print(f"{units} units in {len(rooms)} rooms on {max(floors.values()) + 1} floors; "
          f"no include points up")


if __name__ == "__main__":
    main()
