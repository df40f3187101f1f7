"""What holds for all tests."""

import os
import signal

import pytest


@pytest.fixture(autouse=True, scope="session")
def interruptible() -> None:
    """Let interrupts raise KeyboardInterrupt, also where a shell started the tests in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail where a module that a test wants is missing on a machine that proves a release."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("DIBMAP_REQUIRE_TOOLS") or reporter is None:
        return
    missing = [skip for skip in reporter.stats.get("skipped", []) if "could not import" in str(skip.longrepr)]
    for skip in missing:
        reporter.write_line(
            f"\n{skip.nodeid} was skipped, and must not be here: {skip.longrepr[-1]}", red=True
        )
    if missing:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
