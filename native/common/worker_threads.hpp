// Threads that share one piece of work, until it is done, one of them fails, or the caller cancels
// it.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace clew {

class WorkerThreads {
 public:
  using Pause = std::function<void()>;  // may throw, and then the work ends

  // `pause` is called about every 50 ms, in the thread that made the workers.
  explicit WorkerThreads(Pause pause) : pause_(std::move(pause)) {}

  // Calls `work` in that many threads, or as many as can be started, this one included. Rethrows what
  // the first of them threw.
  void run(int threads, const std::function<void()>& work) {
    std::vector<std::thread> others;
    others.reserve(threads);
    working_ = 1;
    try {
      for (int i = 1; i < threads; ++i) {
        ++working_;
        others.emplace_back([&] { guarded(work); });
      }
    } catch (const std::exception&) {  // no more threads, or no memory for one
      --working_;
    }
    guarded(work);
    while (working_) {  // the others may still be busy
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      go_on();
    }
    for (std::thread& each : others) each.join();
    if (error_) std::rethrow_exception(error_);
  }

  // Called by the workers, every millisecond or so.
  bool go_on() {
    if (std::this_thread::get_id() == home_ && Clock::now() >= due_ && !stopped_) rest();
    return !stopped_;
  }

  void stop() { stopped_ = true; }

 private:
  using Clock = std::chrono::steady_clock;

  void guarded(const std::function<void()>& work) {
    try {
      work();
    } catch (...) {
      fail();
    }
    --working_;
  }

  void rest() {
    try {
      pause_();
    } catch (...) {
      fail();
    }
    due_ = Clock::now() + std::chrono::milliseconds(50);
  }

  // Keeps the first error, and stops all threads.
  void fail() {
    if (!failed_.exchange(true)) error_ = std::current_exception();
    stopped_ = true;
  }

  Pause pause_;
  const std::thread::id home_ = std::this_thread::get_id();
  Clock::time_point due_ = Clock::now() + std::chrono::milliseconds(50);
  std::atomic<int> working_{0};
  std::atomic<bool> stopped_{false}, failed_{false};
  std::exception_ptr error_;
};

}  // namespace clew
