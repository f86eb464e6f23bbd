import pytest


@pytest.fixture
def exact_pair():
    """Three users of randomized response with eps0 = log 3: every value is a rational."""
    import shufflecert

    return shufflecert.rr_pair(3, "log(3)")
