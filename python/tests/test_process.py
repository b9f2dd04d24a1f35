"""Threads, processes and signals."""

import signal
import subprocess
import sys
import threading
import time

import bcast_lower
import missing
import pytest

# Long enough for a signal to come in between.
LARGE = """
import signal
import bcast_lower
# A shell's background jobs ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
body = "".join(
    f"  %{i + 1} = chlo.broadcast_add %{i}, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\\n"
    for i in range(60000)
).replace("%0,", "%x,")
large = (
    "func.func @f(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {\\n"
    + body + "  return %60000 : tensor<?x?xf32>\\n}"
)
"""


def run(program: str, **arguments):
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **arguments)


def test_other_threads_run_meanwhile():
    program = LARGE + """
import threading
done = threading.Event()
count = 0
def work():
    bcast_lower.lower(large)
    done.set()
thread = threading.Thread(target=work)
thread.start()
while not done.is_set():
    count += 1
thread.join()
assert count > 1000, count
"""
    result = run(program)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("form", ["text", "bytecode"])
def test_ctrl_c_interrupts(form):
    program = LARGE + f"""
import os, signal, threading
module = large
if {form!r} == "bytecode":
    module = bcast_lower.run(large, "builtin.module()", output="bytecode")
timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
timer.start()
try:
    while True:
        bcast_lower.lower(module)
except KeyboardInterrupt:
    print("interrupted")
"""
    result = run(program)
    assert (result.returncode, result.stdout, result.stderr) == (0, "interrupted\n", "")


@pytest.mark.parametrize("form", ["text", "bytecode"])
def test_a_run_that_was_interrupted_stops(form):
    """The process waits for its runs when it ends; this one would take an hour."""
    program = LARGE + f"""
import os, signal, threading
passes = ",".join(["verify-broadcastable"] * 100000)
module = large
if {form!r} == "bytecode":
    module = bcast_lower.run(large, "builtin.module()", output="bytecode")
timer = threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT))
timer.start()
try:
    bcast_lower.run(module, f"builtin.module({{passes}})")
except KeyboardInterrupt:
    print("interrupted")
"""
    result = run(program)
    assert (result.returncode, result.stdout, result.stderr) == (0, "interrupted\n", "")


@pytest.mark.parametrize("form", ["text", "bytecode"])
@pytest.mark.parametrize("raised", ["KeyboardInterrupt", "ZeroDivisionError"])
def test_an_exception_in_a_progress_callback_stops_the_run(form, raised):
    program = LARGE + f"""
passes = ",".join(["verify-broadcastable"] * 1000)
module = large
if {form!r} == "bytecode":
    module = bcast_lower.run(large, "builtin.module()", output="bytecode")
def progress(stage, share):
    if stage == "verify-broadcastable":
        raise {raised}
try:
    bcast_lower.run(module, f"builtin.module({{passes}})", progress=progress)
except {raised}:
    print("stopped")
"""
    result = run(program)
    assert (result.returncode, result.stdout, result.stderr) == (0, "stopped\n", "")


def test_a_progress_callback_may_lower(add):
    """The run goes on meanwhile, and holds no lock that the callback needs."""
    bytecode = bcast_lower.run(add, "builtin.module()", output="bytecode")
    expected = bcast_lower.lower(add)
    lowered = []

    def progress(stage, share):
        lowered.append(bcast_lower.lower(bytecode, output="text"))

    for module in (add, bytecode):
        assert bcast_lower.lower(module, output="text", progress=progress) == expected
    assert len(lowered) >= 4 and set(lowered) == {expected}


def test_threads_that_read_bytecode_and_text_wait_for_none(add):
    """Bytecode is read in copies of the process, in which other threads' locks stay locked."""
    bytecode = bcast_lower.run(add, "builtin.module()", output="bytecode")
    expected = bcast_lower.lower(add)
    failures = []

    def work(module):
        for _ in range(30):
            if bcast_lower.lower(module, output="text") != expected:
                failures.append(module)

    modules = [add, bytecode] * 4
    threads = [threading.Thread(target=work, args=[module], daemon=True) for module in modules]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 300
    for thread in threads:
        thread.join(max(0, deadline - time.monotonic()))
        assert not thread.is_alive(), "a thread waits for a lock"
    assert not failures


def test_bytecode_is_read_beside_threads_of_jax(add):
    jax = missing.module("jax")
    import jax.numpy as jnp

    bytecode = bcast_lower.run(add, "builtin.module()", output="bytecode")
    stop = threading.Event()

    def compute():
        function = jax.jit(lambda x: jnp.tanh(x @ x).sum())
        while not stop.is_set():
            function(jnp.ones((64, 64))).block_until_ready()

    thread = threading.Thread(target=compute)
    thread.start()
    try:
        for _ in range(30):
            assert b"ML" in bcast_lower.lower(bytecode)
    finally:
        stop.set()
        thread.join()


def test_processes_that_nobody_waits_for_do_no_harm(add):
    """Children are reaped by the system, or by another part of the program."""
    bytecode = bcast_lower.run(add, "builtin.module()", output="bytecode")
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert bcast_lower.lower(bytecode).startswith(b"ML\xefR")
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_forked_processes_may_lower(add):
    program = f"""
import bcast_lower, os
add = {add!r}
expected = bcast_lower.lower(add)
child = os.fork()
if child == 0:
    os._exit(0 if bcast_lower.lower(add) == expected else 1)
assert os.waitpid(child, 0)[1] == 0
"""
    result = run(program)
    assert result.returncode == 0, result.stderr
