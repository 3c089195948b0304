"""What a student's process may do: limits everywhere, and on Linux no network, no other process
and no file outside its folder. It imports nothing of Clew: it runs in that process.

Landlock refuses files (since Linux 5.13), a seccomp filter refuses system calls.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress

NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2
ALLOW, REFUSE, NO_SUCH_CALL = 0x7FFF0000, 0x00050001, 0x00050026
"""Let a call pass; EPERM; ENOSYS, after which libc takes the older call."""
THREAD = 0x00010000
SYSCALLS = {
    "x86_64": {
        "refused": (41, 53, 57, 58, 59, 62, 101, 129, 200, 297, 310, 311, 322, 424, 425),
        "clone": 56, "clone3": 435, "tgkill": 234, "prlimit": 302, "arch": 0xC000003E,
    },
    "aarch64": {
        "refused": (117, 129, 130, 138, 198, 199, 221, 240, 270, 271, 281, 424, 425),
        "clone": 220, "clone3": 435, "tgkill": 131, "prlimit": 261, "arch": 0xC00000B7,
    },
}  # fmt: skip
"""Sockets, fork, exec, signals to others, ptrace, the memory of others, io_uring."""
READ, EVERYTHING = 0b1101, (1 << 13) - 1
"""Landlock's rights: to execute, read and list; and all of its first version."""
SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc", "/proc/cpuinfo", "/sys/devices/system/cpu",
          "/System", "/Library")  # fmt: skip
DEVICES = ("/dev/null", "/dev/urandom", "/dev/zero")


def limit(cpu_seconds: int, memory: int, file_size: int, open_files: int = 64) -> None:
    """Set the limits that every system has; none can be raised again."""
    _set(resource.RLIMIT_CPU, cpu_seconds)
    _set(resource.RLIMIT_AS, memory)
    _set(resource.RLIMIT_FSIZE, file_size)
    _set(resource.RLIMIT_NOFILE, open_files)
    _set(resource.RLIMIT_CORE, 0)


def _set(which: int, most: int) -> None:
    hard = resource.getrlimit(which)[1]
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(OSError, ValueError):  # macOS refuses some
        resource.setrlimit(which, (least, least))


def refuse_rest(folder: str) -> list[str]:
    """Refuse what the system can refuse; the names of what it could not."""
    if sys.platform != "linux":
        return ["files", "network and processes"]
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    left = [] if _refuse_files(libc, folder) else ["files"]
    if not _refuse_calls(libc):
        left.append("network and processes")
        _set(resource.RLIMIT_NPROC, 64)
    return left


def _refuse_files(libc: ctypes.CDLL, folder: str) -> bool:
    """Only the folder may be written, only it and the system's files may be read."""
    attributes = struct.pack("Q", EVERYTHING)
    rules = libc.syscall(444, attributes, len(attributes), 0)
    if rules < 0:
        return False
    prefixes = {sys.prefix, sys.base_prefix, *SYSTEM}
    _allow(libc, rules, prefixes, READ)
    _allow(libc, rules, DEVICES, 0b110)
    _allow(libc, rules, (folder,), EVERYTHING)
    done = bool(libc.syscall(446, rules, 0) == 0)
    os.close(rules)
    return done


def _allow(libc: ctypes.CDLL, rules: int, paths: Iterable[str], rights: int) -> None:
    for path in paths:
        try:
            place = os.open(path, os.O_PATH)
        except OSError:
            continue
        kept = rights if os.path.isdir(path) else rights & 0b111  # noqa: PTH112 - starts quicker
        rule = struct.pack("=Qi", kept, place)
        libc.syscall(445, rules, 1, rule, 0)
        os.close(place)


def _refuse_calls(libc: ctypes.CDLL) -> bool:
    """Install a filter of system calls (classic BPF); False if the system has none."""
    table = SYSCALLS.get(platform.machine())
    if table is None:
        return False
    code = b"".join(_filter(table))
    held = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(held))
    return bool(libc.prctl(SECCOMP, FILTER, program, 0, 0) == 0)


def _load(at: int) -> bytes:
    return struct.pack("HBBI", 0x20, 0, 0, at)


def _unless(value: int, skip: int) -> bytes:
    """Skip instructions unless what was loaded is this value."""
    return struct.pack("HBBI", 0x15, 0, skip, value)


def _give(result: int) -> bytes:
    return struct.pack("HBBI", 0x06, 0, 0, result)


def _filter(table: dict) -> Iterable[bytes]:  # type: ignore[type-arg]
    """The instructions: what to do with each system call, by its number and first argument."""
    yield _load(4) + struct.pack("HBBI", 0x15, 1, 0, table["arch"]) + _give(REFUSE) + _load(0)
    for number in table["refused"]:
        yield _unless(number, 1) + _give(REFUSE)
    yield _unless(table["clone3"], 1) + _give(NO_SUCH_CALL)
    yield _unless(table["clone"], 4) + _load(16)  # threads, but no processes
    yield struct.pack("HBBI", 0x45, 1, 0, THREAD) + _give(REFUSE) + _give(ALLOW)
    for name, allowed in (("tgkill", os.getpid()), ("prlimit", 0)):  # of itself alone
        yield _unless(table[name], 4) + _load(16)
        yield _unless(allowed, 1) + _give(ALLOW) + _give(REFUSE)
    yield _give(ALLOW)
