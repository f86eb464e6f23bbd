"""`pip install .` from a checkout: CMake builds the package, setuptools packs it.

Without network: pip install . --no-build-isolation --no-index, with the Debian packages of
cmake/debian-packages.txt, sections build and python.
"""

import os
import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


def version():
    text = (ROOT / "include/shufflecert/version.hpp").read_text(encoding="utf-8")
    return ".".join(re.findall(r"VERSION_[A-Z]+ (\d+)", text))


class BuildByCMake(build_ext):
    def build_extension(self, ext):
        build = os.environ.get("SHUFFLECERT_BUILD_DIR", str(ROOT / "build/release"))
        folder = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        subprocess.check_call(["cmake", "-S", str(ROOT), "-B", build, "-DCMAKE_BUILD_TYPE=Release",
                               "-DSHUFFLECERT_PYTHON=ON", f"-DPython3_EXECUTABLE={sys.executable}"])
        jobs = str(os.cpu_count() or 2)
        subprocess.check_call(["cmake", "--build", build, "--target", "shufflecert_python", "-j", jobs])
        found = ROOT / "build/python/shufflecert" / pathlib.Path(self.get_ext_fullpath(ext.name)).name
        folder.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(found), str(folder / found.name))


setup(
    version=version(),
    packages=["shufflecert"],
    package_dir={"shufflecert": "python/shufflecert"},
    package_data={"shufflecert": ["*.pyi", "py.typed"]},
    ext_modules=[Extension("shufflecert._core", [])],
    cmdclass={"build_ext": BuildByCMake},
)
