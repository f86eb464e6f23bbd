import subprocess
import sys


def test_import_loads_nothing_that_only_some_functions_need():
    # NumPy takes most of the import's time; these would take several times as long.
    heavy = ("pandas", "polars", "matplotlib", "IPython", "scipy", "dp_accounting")
    asked = f"import sys, shufflecert; print([name for name in {heavy} if name in sys.modules])"
    child = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert child.stdout.strip() == "[]"
