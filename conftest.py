"""Let the helpers of the tests, too, say what their assertions found, not only the modules of tests."""

import pytest

pytest.register_assert_rewrite("tests")
