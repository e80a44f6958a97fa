"""What is calculated of tournaments without a process of its own: to start one takes longer than most tests."""

from service.tournaments.calculating import Calculation, CalculationResult, result_of
from service.tournaments.calculator import CalculatingProcess


class InThisProcess(CalculatingProcess):
    """Calculates here, at once."""

    async def answer(self, wanted: Calculation) -> CalculationResult:
        """Return what the process would answer."""
        return result_of(wanted)
