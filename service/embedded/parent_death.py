"""Run a program with a parent-death signal: a signal reaches it when its parent dies, and it does not run as root.

    python -I -S parent_death.py PARENT SIGNAL UID GID PROGRAM [ARGUMENT ...]

PARENT is the process that the program may not outlive, SIGNAL what the program gets when that dies. First the rights of
the user are taken: a change of user afterwards would untie the signal (prctl(2), PR_SET_PDEATHSIG). Then this process
asks for the signal and becomes the program. Outside Linux there is no such signal; there the locks of
`service.embedded.child` keep a leftover program from doing harm.
"""

import ctypes
import os
import sys

PR_SET_PDEATHSIG = 1
PR_SET_KEEPCAPS = 8
PR_SET_SECUREBITS = 28
SECBIT_NO_SETUID_FIXUP = 1 << 2
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
CAPABILITY_VERSION_3 = 0x20080522
CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2
NOT_FOUND = 127


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Capabilities(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def become(uid: int, gid: int) -> None:
    """Give up root for another user, but keep the right to pass through folders that only root may enter.

    A server's programs and data may lie below a home of mode 0700. A process without that right, as root in a
    container may be, needs none wherever the folders are open.
    """
    libc = ctypes.CDLL(None)
    if sys.platform == "linux":
        libc.prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0)
        libc.prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0)  # else access(2), which initdb asks, forgets it
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)
    if sys.platform == "linux":
        _keep_only_passage(libc)


def _keep_only_passage(libc: ctypes.CDLL) -> None:
    header = _Header(CAPABILITY_VERSION_3, 0)
    current = (_Capabilities * 2)()
    libc.capget(ctypes.byref(header), current)
    passage = next(
        (right for right in (CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE) if current[0].permitted >> right & 1), None
    )
    bits = 0 if passage is None else 1 << passage
    kept = (_Capabilities * 2)(_Capabilities(bits, bits, bits), _Capabilities(0, 0, 0))
    libc.capset(ctypes.byref(header), kept)
    if passage is not None:
        libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, passage, 0, 0)


def die_with(parent: int, signal: int) -> None:
    """Let the kernel send `signal` to this process when the thread that started it ends; exit if `parent` is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the parent died first")


def main() -> None:
    """Become the program that the command line names."""
    parent, signal, uid, gid = (int(argument) for argument in sys.argv[1:5])
    command = sys.argv[5:]
    if os.geteuid() != uid:
        become(uid, gid)
    die_with(parent, signal)
    try:
        os.execv(command[0], command)  # noqa: S606 - no shell is wanted
    except OSError as error:
        print(f"User {uid} cannot run {command[0]}: {error.strerror}", file=sys.stderr)  # noqa: T201 - goes to the log
        sys.exit(NOT_FOUND)


if __name__ == "__main__":
    main()
