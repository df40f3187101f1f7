"""Every Pareto-optimal way to group the values of a categorical variable.

Given a table of two discrete variables X and Y, dibmap finds the groupings Z = f(X) that are
Pareto-optimal in entropy H(Z) and information I(Z;Y): the primal deterministic information
bottleneck (Tan, Tegmark and Chuang, 2022, doi:10.3390/e24060771).
"""

from importlib.metadata import version as _version

from ._compare import Comparison, compare
from ._errors import DibmapError, DibmapWarning, InputError
from ._files import load, merge
from ._frontier import Frontier
from ._grouping import Grouping
from ._info import Info, info
from ._map import map
from ._plan import Plan, plan
from ._progress import Progress
from ._scan import Scan, scan
from ._score import Scores, score

__version__ = _version("dibmap")
__all__ = [
    "Comparison",
    "DibmapError",
    "DibmapWarning",
    "Frontier",
    "Grouping",
    "Info",
    "InputError",
    "Plan",
    "Progress",
    "Scan",
    "Scores",
    "compare",
    "info",
    "load",
    "map",
    "merge",
    "plan",
    "scan",
    "score",
]
