"""Confine a student's process from inside, before any line of the student's file runs.

The process applies every layer that the system offers. Each one is sufficient for what it covers:

* limits on CPU time, memory, threads, open files and file size (all systems);
* its own root folder in a mount namespace, where everything is read-only except a small tmpfs that
  disappears with the process (Linux, for root or with user namespaces);
* its own user ID and no capabilities, if the grader runs as root;
* Landlock, which denies files outside the folder and signals to others (Linux 5.13 and later);
* a seccomp filter that allows only the system calls that Python needs.

This module imports nothing from Clew, because it runs in the student's process.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import signal
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress

OPEN_FILES = 64
"""The maximum number of open files."""

# -------------------------------------------------------------------- what stays readable

SYSTEM = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store", "/gnu/store",
    "/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo",
    "/usr/share/fonts", "/usr/share/matplotlib", "/proc/cpuinfo", "/sys/devices/system/cpu",
)  # fmt: skip
"""Shared libraries, time zones, Matplotlib's data, and the processor, which NumPy looks up."""
DEVICES = ("/dev/null", "/dev/urandom", "/dev/zero")


def libraries() -> list[str]:
    """List the places from which Python loads modules and shared libraries."""
    prefixes = (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix)
    found = [f"{prefix}/{each}" for prefix in prefixes for each in ("lib", "lib64")]
    return [each for each in dict.fromkeys((*SYSTEM, *found)) if os.path.exists(each)]


# -------------------------------------------------------------------- the system calls

ALLOWED = {
    # Read and write open files. Only the folder, the libraries and the pipes can be opened.
    "read": (0, 63), "readv": (19, 65), "pread64": (17, 67), "write": (1, 64), "writev": (20, 66),
    "pwrite64": (18, 68), "close": (3, 57), "close_range": (436, 436), "lseek": (8, 62),
    "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24), "ftruncate": (77, 46),
    "fsync": (74, 82), "fdatasync": (75, 83), "fadvise64": (221, 223), "sendfile": (40, 71),
    # Pipes between its threads, and waiting for them.
    "pipe": (22, None), "pipe2": (293, 59), "poll": (7, None), "ppoll": (271, 73),
    "select": (23, None), "pselect6": (270, 72),
    # Look up files, as imports do. This reads names and sizes, and changes nothing.
    "stat": (4, None), "lstat": (6, None), "fstat": (5, 80), "newfstatat": (262, 79),
    "statx": (332, 291), "access": (21, None), "faccessat": (269, 48), "faccessat2": (439, 439),
    "readlink": (89, None), "readlinkat": (267, 78), "getdents64": (217, 61), "getcwd": (79, 17),
    "chdir": (80, 49), "fchdir": (81, 50), "umask": (95, 166),
    # Create, rename and remove files. Landlock and the read-only root limit this to the folder.
    # Links, and changes of mode, owner, times or attributes, aren't allowed, because Landlock
    # doesn't check them.
    "mkdir": (83, None), "mkdirat": (258, 34), "rmdir": (84, None), "unlink": (87, None),
    "unlinkat": (263, 35), "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276),
    # Memory, within RLIMIT_AS.
    "mmap": (9, 222), "munmap": (11, 215), "mremap": (25, 216), "mprotect": (10, 226),
    "madvise": (28, 233), "brk": (12, 214),
    # Threads: locks, and the C library's calls when a thread starts, asks for its CPUs or ends.
    "futex": (202, 98), "set_robust_list": (273, 99), "set_tid_address": (218, 96),
    "rseq": (334, 293), "sched_yield": (24, 124), "sched_getaffinity": (204, 123),
    "sched_getparam": (143, 121), "sched_getscheduler": (145, 120), "getcpu": (309, 168),
    "gettid": (186, 178), "exit": (60, 93), "exit_group": (231, 94),
    # Handle the process's own signals and alarms.
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139),
    "rt_sigpending": (127, 136), "rt_sigsuspend": (130, 133), "rt_sigtimedwait": (128, 137),
    "sigaltstack": (131, 132), "restart_syscall": (219, 128), "alarm": (37, None),
    "setitimer": (38, 103), "getitimer": (36, 102), "pause": (34, None),
    # Clocks, sleeping, random numbers, and the process's own limits, which it can only lower.
    "time": (201, None), "gettimeofday": (96, 169), "clock_gettime": (228, 113),
    "clock_getres": (229, 114), "nanosleep": (35, 101), "clock_nanosleep": (230, 115),
    "times": (100, 153), "getrusage": (98, 165), "getrlimit": (97, 163), "setrlimit": (160, 164),
    "getrandom": (318, 278),
    # Names and IDs of the process and the system.
    "getpid": (39, 172), "getppid": (110, 173), "getpgid": (121, 155), "getpgrp": (111, None),
    "getsid": (124, 156), "getuid": (102, 174), "geteuid": (107, 175), "getgid": (104, 176),
    "getegid": (108, 177), "getresuid": (118, 148), "getresgid": (120, 150),
    "getgroups": (115, 158), "uname": (63, 160), "sysinfo": (99, 179),
}  # fmt: skip
"""The calls that are always allowed, with their numbers on x86-64 and on 64-bit ARM."""

OWN, WORD = -1, 0xFFFF_FFFF
"""Stands for the process's own ID; and a mask with all bits of an argument."""
NEW_THREAD, DETACHED = 0x003D_0F00, 0x0040_0000
"""The flags with which glibc starts a thread, and one that musl adds (it has no effect)."""
SET_VMA = 0x5356_4D41


def _either(argument: int, *values: int) -> list[list[tuple[int, int, int]]]:
    """Allow any of these values of an argument."""
    return [[(argument, WORD, value)] for value in values]


CHECKED = {
    # Before its third version, Landlock lets a process truncate a file that it may only read.
    "open": ((2, None), [[(1, os.O_TRUNC, 0)], [(1, 3, os.O_WRONLY)], [(1, 3, os.O_RDWR)]]),
    "openat": ((257, 56), [[(2, os.O_TRUNC, 0)], [(2, 3, os.O_WRONLY)], [(2, 3, os.O_RDWR)]]),
    # Threads, but no processes and no namespaces.
    "clone": ((56, 220), [[(0, WORD ^ DETACHED, NEW_THREAD)]]),
    # abort() and raise(), for this process only.
    "tgkill": ((234, 131), _either(0, OWN)),
    "prlimit64": ((302, 261), _either(0, 0, OWN)),
    # Duplicate a descriptor, and get or set its flags. F_SETOWN, F_SETSIG and O_ASYNC could send
    # signals to other processes. Leases, notifications and locks could slow them down.
    "fcntl": ((72, 25), [
        *_either(1, fcntl.F_DUPFD, fcntl.F_DUPFD_CLOEXEC, fcntl.F_GETFD, fcntl.F_SETFD,
                 fcntl.F_GETFL),
        [(1, WORD, fcntl.F_SETFL), (2, os.O_ASYNC, 0)],
    ]),
    # Ask if it's a terminal, how wide it is and how much can be read; close on exec; don't block.
    "ioctl": ((16, 29), _either(1, 0x5401, 0x5413, 0x541B, 0x5450, 0x5451, 0x5421)),
    # Name a thread or a piece of memory.
    "prctl": ((157, 167), _either(0, 15, 16, SET_VMA)),
} if sys.platform == "linux" else {}  # fmt: skip
"""The calls that are allowed if one of their lists matches: each argument, masked, has its value.
"""

MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""The machine's column in the tables above, and the kernel's number for the machine."""
PASS, REFUSE, UNKNOWN = 0x7FFF0000, 0x00050001, 0x00050026
"""Allow a call; fail with EPERM; fail with ENOSYS, after which the C library tries an older call.
"""
NEWER = 424
"""From here on, calls have the same number on all machines, and libraries don't depend on them."""
LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    """Encode a BPF instruction, with the number to skip if its test succeeds or fails."""
    return struct.pack("HBBI", code, then, otherwise, value & WORD)


def _filter(column: int, machine: int) -> bytes:
    """Build the filter. Calls of the x32 ABI have an extra bit set, so none of them are allowed."""
    steps = [_step(LOAD, 4), _step(EQUAL, machine, 1), _step(RETURN, REFUSE), _step(LOAD, 0)]
    for numbers in ALLOWED.values():
        if (number := numbers[column]) is not None:
            steps += [_step(EQUAL, number, 0, 1), _step(RETURN, PASS)]
    for numbers, ways in CHECKED.values():
        if (number := numbers[column]) is not None:
            checks = b"".join(map(_check, ways)) + _step(RETURN, REFUSE)
            steps += [_step(EQUAL, number, 0, len(checks) // 8), checks]
    steps += [_step(AT_LEAST, NEWER, 0, 1), _step(RETURN, UNKNOWN), _step(RETURN, REFUSE)]
    return b"".join(steps)


def _check(way: list[tuple[int, int, int]]) -> bytes:
    """Allow the call if each argument, masked, has its value."""
    steps = b""
    for left, (argument, mask, value) in zip(range(len(way) - 1, -1, -1), way, strict=True):
        wanted = os.getpid() if value == OWN else value
        steps += _step(LOAD, 16 + 8 * argument) + _step(AND, mask)
        steps += _step(EQUAL, wanted, 0, 3 * left + 1)
    return steps + _step(RETURN, PASS)


def _refuse_calls(libc: ctypes.CDLL) -> bool:
    """Install the filter. Return False if there isn't one for this machine."""
    column, machine = MACHINES.get(os.uname().machine, (-1, 0))
    if column < 0 or sys.maxsize < 1 << 32:  # the numbers are different in 32-bit Python
        return False
    code = _filter(column, machine)
    held = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(held))
    return bool(libc.prctl(22, 2, program, 0, 0) == 0)  # PR_SET_SECCOMP


# -------------------------------------------------------------------- Landlock

RUN, WRITE, READ, LIST = 1, 2, 4, 8
REMOVE, MAKE, MOVE, TRUNCATE, CONTROL = 0x30, 0x180, 1 << 13, 1 << 14, 1 << 15
OF_FILES = RUN | WRITE | READ | TRUNCATE | CONTROL
WITHIN = WRITE | READ | LIST | REMOVE | MAKE | MOVE | TRUNCATE
"""The rights in the folder, which exclude devices, sockets, named pipes and symbolic links."""


def _refuse_files(libc: ctypes.CDLL, readable: Iterable[tuple[str, int]], folder: str) -> bool:
    """Deny every right to files, TCP and signals that this kernel's Landlock can control."""
    version = libc.syscall(444, None, 0, 1)
    if version < 1:
        return False
    handled = (1 << 13) - 1
    for since, right in ((2, MOVE), (3, TRUNCATE), (5, CONTROL)):
        handled |= right if version >= since else 0
    # Version 4 added TCP bind and connect. Version 6 added abstract sockets and signals.
    attributes = struct.pack("QQQ", handled, 3, 3)[: 8 + 8 * (version >= 4) + 8 * (version >= 6)]
    rules = libc.syscall(444, attributes, len(attributes), 0)
    if rules < 0:
        return False
    for path, rights in (*readable, *((each, READ | WRITE) for each in DEVICES), (folder, WITHIN)):
        with suppress(OSError):
            place = os.open(path, os.O_PATH)
            kept = rights if os.path.isdir(path) else rights & OF_FILES
            libc.syscall(445, rules, 1, struct.pack("=Qi", kept & handled, place), 0)
            os.close(place)
    done = bool(libc.syscall(446, rules, 0) == 0)
    os.close(rules)
    return done


def _except(place: str, hidden: list[str]) -> Iterator[tuple[str, int]]:
    """List a place with its rights. If some of it is hidden, list its other entries instead.

    Landlock can't revoke a right. So unless the process has its own root folder, which leaves out
    the hidden files, it can read their names, but not their contents.
    """
    real = os.path.realpath(place)
    if real in hidden:
        return
    if not any(each.startswith(f"{real}/") for each in hidden):
        yield real, READ | LIST
        return
    yield real, LIST
    for name in os.listdir(real):
        if not os.path.islink(f"{real}/{name}"):  # a link may lead anywhere
            yield from _except(f"{real}/{name}", hidden)


# -------------------------------------------------------------------- its own root folder

NEW_MOUNTS, NEW_USER = 0x0002_0000, 0x1000_0000
READ_ONLY, NO_SETUID, NO_DEVICES, NO_PROGRAMS = 1, 2, 4, 8
BIND, MOVED, RECURSIVE, PRIVATE = 1 << 12, 1 << 13, 1 << 14, 1 << 18


def _own_root(libc: ctypes.CDLL, folder: str, hidden: list[str], user: int, disk: int,
              files: int) -> bool:  # fmt: skip
    """Create a root with the libraries, read-only, and the folder, as a tmpfs of limited size.

    Ordinary users need a user namespace for this. Return False if the system doesn't allow it.
    """
    me, mine = os.getuid(), os.getgid()
    apart = NEW_MOUNTS if user else NEW_MOUNTS | NEW_USER
    if libc.unshare(apart) != 0:
        return False

    def mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
        words = (None if each is None else os.fsencode(each) for each in (source, target, kind))
        if libc.mount(*words, ctypes.c_ulong(flags), options.encode() or None) != 0:
            raise OSError(ctypes.get_errno(), f"mount {target}")

    try:
        if not user:
            for name, text in (("setgroups", "deny"), ("uid_map", f"{me} {me} 1"),
                               ("gid_map", f"{mine} {mine} 1")):  # fmt: skip
                with open(f"/proc/self/{name}", "w") as file:
                    file.write(text)
        mount("none", "/", None, RECURSIVE | PRIVATE)
        mount("tmpfs", folder, "tmpfs", NO_SETUID | NO_DEVICES, "size=1m,mode=755")
        places = sorted(each for each in (*libraries(), *DEVICES) if os.path.exists(each))
        for place in _outermost(places):
            _make(folder + place, os.path.isdir(place))
            mount(place, folder + place, None, BIND | RECURSIVE)
            real = os.path.realpath(place)
            for each in hidden:
                if each.startswith(f"{real}/"):
                    target = folder + place + each[len(real) :]
                    if os.path.isdir(each):
                        mount("tmpfs", target, "tmpfs", READ_ONLY, "size=4k,mode=000")
                    else:
                        mount("/dev/null", target, None, BIND)
        _make(folder + folder, True)
        os.chdir(folder)
        attributes = struct.pack("QQQQ", READ_ONLY | NO_SETUID, 0, 0, 0)
        if libc.syscall(442, -100, b".", 0x8000, attributes, len(attributes)) != 0:
            raise OSError(ctypes.get_errno(), "mount_setattr")
        owner = f",uid={user},gid={user}" if user else ""
        mount("tmpfs", folder + folder, "tmpfs", NO_SETUID | NO_DEVICES | NO_PROGRAMS,
              f"size={disk},nr_inodes={files},mode=700{owner}")  # fmt: skip
        mount(".", "/", None, MOVED)
        os.chroot(".")
    except OSError:
        libc.umount2(os.fsencode(folder), 2)
        return False
    return True


def _outermost(places: list[str]) -> list[str]:
    """Leave out places that are inside another one. The list must be sorted."""
    found: list[str] = []
    for place in places:
        if not any(place.startswith(f"{each}/") for each in found):
            found.append(place)
    return found


def _make(path: str, folder: bool) -> None:
    """Create an empty file or folder as a mount point."""
    os.makedirs(path if folder else os.path.dirname(path), exist_ok=True)
    if not folder:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o644))


# -------------------------------------------------------------------- limits and rights


def _limit(which: int, most: int) -> None:
    hard = resource.getrlimit(which)[1]
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(OSError, ValueError):  # macOS rejects some limits
        resource.setrlimit(which, (least, least))


def _drop_rights(libc: ctypes.CDLL, user: int) -> None:
    """If this process is root, become a user that owns nothing. Give up every capability."""
    if user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    if libc.capset(struct.pack("Ii", 0x20080522, 0), bytes(24)) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def unprivileged() -> int:
    """Choose an otherwise unused user ID for this process.

    Return 0 if the process isn't root, or if no ID is available.
    """
    if os.geteuid() != 0:
        return 0
    with open("/proc/self/uid_map") as file:
        mapped = [tuple(map(int, line.split())) for line in file]
    for user in (2_000_000_000 + os.getpid(), 65_534):
        if any(first <= user < first + count for first, _, count in mapped):
            return user
    return 0


def die_with(parent: int, by: int = signal.SIGKILL) -> None:
    """Ask for a signal when the thread that started this process ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, int(by), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def confine(
    folder: str, files: dict[str, str], parent: int, hidden: list[str], cpu_seconds: int,
    memory: int, file_size: int, disk: int, most_files: int, threads: int,
) -> tuple[list[str], bool]:  # fmt: skip
    """Confine this process to its folder, with these files in it.

    Return the accesses that the system couldn't deny, and whether the folder is limited in size and
    disappears with the process. If it isn't, the grader must watch and remove it.
    """
    linux = sys.platform == "linux"
    libc = ctypes.CDLL(None, use_errno=True)
    os.umask(0o022)  # the grader's umask may keep other users out of the root folder
    user = unprivileged() if linux else 0
    hidden = [os.path.realpath(each) for each in hidden]
    sys.path[:] = [each for each in sys.path if os.path.realpath(each) not in hidden]  # a zip
    sys.path_importer_cache.clear()
    own_root = linux and _own_root(libc, folder, hidden, user, disk, most_files)
    if user and not own_root:
        os.chown(folder, user, user)
    os.chdir(folder)
    if linux:
        _drop_rights(libc, user)
    if not os.access(os.__file__, os.R_OK) or not os.access(folder, os.W_OK):
        missing = os.__file__ if os.access(folder, os.W_OK) else folder
        raise PermissionError(f"it can't run as root, and no other user can reach {missing}")
    die_with(parent)
    for name, text in files.items():
        with open(name, "wb") as file:
            file.write(text.encode("latin-1"))
    output = os.open(".output", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    for which, most in ((resource.RLIMIT_CPU, cpu_seconds), (resource.RLIMIT_AS, memory),
                        (resource.RLIMIT_FSIZE, file_size), (resource.RLIMIT_NOFILE, OPEN_FILES),
                        (resource.RLIMIT_CORE, 0)):  # fmt: skip
        _limit(which, most)
    as_root = ["root's rights"] if os.geteuid() == 0 else []
    if not linux:
        return ["files", "network and processes", *as_root], False
    if user or own_root:  # otherwise the limit would include all of the user's other processes
        _limit(resource.RLIMIT_NPROC, threads)
    libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS, required by the next two layers
    kept = [] if own_root else hidden
    readable = [each for place in libraries() for each in _except(place, kept)]
    locked = _refuse_files(libc, readable, folder)
    filtered = _refuse_calls(libc)
    left = [] if own_root or (locked and filtered) else ["files"]
    left += [] if filtered else ["network and processes"]
    return left + as_root, own_root
