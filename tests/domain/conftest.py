"""How many random games a run plays: 50 of each kind by default, 2,000 with `HYPOTHESIS_PROFILE=nightly`."""

import os

from hypothesis import HealthCheck, settings

SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large)
settings.register_profile("ci", max_examples=50, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("nightly", max_examples=2_000, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
