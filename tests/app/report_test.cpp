// `trammel report`, `trammel view`, `trammel run --report`.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include "app/run_fixture.h"

namespace trammel::app {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Report : public RunCommand {
 protected:
  // Results of a short run in model.h5; false: this program was built without Node.
  bool prepare() const {
    EXPECT_EQ(simulate(pendulum, "--end 0.2 --steps 4 --quiet").exit_code, 0);
    const Finished r = execute("report model.h5 -o probe.html");
    if (r.exit_code == 0) return true;
    EXPECT_EQ(r.exit_code, 2);
    EXPECT_THAT(r.errors, HasSubstr("reports are not available: "));
    return false;
  }
};

TEST_F(Report, is_one_page_beside_the_results) {
  if (!prepare()) GTEST_SKIP() << "built without Node";
  const Finished r = execute("report model.h5");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_EQ(r.output, "model.html\n");
  const std::string page = read(path("model.html"));
  EXPECT_THAT(page, StartsWith("<!doctype html>"));
  EXPECT_THAT(page,
              HasSubstr("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"));
  EXPECT_THAT(page, Not(HasSubstr("pendulum")));  // data of the model is packed, not markup
  EXPECT_EQ(page, read(path("probe.html")));
}

TEST_F(Report, comes_with_a_run_that_asks_for_it) {
  if (!prepare()) GTEST_SKIP() << "built without Node";
  const Finished r = simulate(pendulum, "--end 0.2 --steps 4 --report -o out");
  EXPECT_EQ(r.exit_code, 0) << r.errors;
  EXPECT_THAT(r.errors, HasSubstr("  report    out/model.html\n"));
  EXPECT_THAT(read(path("out/model.html")), StartsWith("<!doctype html>"));
}

TEST_F(Report, names_a_file_it_cannot_read) {
  EXPECT_THAT(execute("report missing.h5").errors, HasSubstr("missing.h5"));
  EXPECT_EQ(execute("report missing.h5").exit_code, prepare() ? 4 : 2);
  write("text.h5", "no results");
  const Finished r = execute("report text.h5");
  EXPECT_NE(r.exit_code, 0);
  EXPECT_FALSE(fs::exists(path("text.html")));
}

TEST_F(Report, that_cannot_be_written_is_an_error_of_a_file) {
  if (!prepare()) GTEST_SKIP() << "built without Node";
  const Finished r = execute("report model.h5 -o nowhere/page.html");
  EXPECT_EQ(r.exit_code, 4);
  EXPECT_THAT(r.errors, HasSubstr("nowhere/page.html: cannot write"));
}

TEST_F(Report, is_shown_by_the_browser_of_the_desktop) {
  if (!prepare()) GTEST_SKIP() << "built without Node";
  fs::create_directories(path("bin"));
  write("bin/xdg-open", "#!/bin/sh\nprintf '%s' \"$1\" > \"$(dirname \"$0\")/opened\"\n");
  fs::permissions(path("bin/xdg-open"), fs::perms::owner_all);
  fs::rename(path("model.h5"), path("it's \"$(touch bad)\" ;.h5"));
  const Finished shown = execute(R"(view "it's \"\$(touch bad)\" ;.h5")");
  EXPECT_EQ(shown.exit_code, 0) << shown.errors;
  setenv("DISPLAY", ":9", 1);
  setenv("PATH", (path("bin") + ":" + std::getenv("PATH")).c_str(), 1);
  EXPECT_EQ(execute(R"(view "it's \"\$(touch bad)\" ;.h5")").exit_code, 0);
  EXPECT_THAT(read(path("bin/opened")), EndsWith("/it's \"$(touch bad)\" ;.html"));
  EXPECT_FALSE(fs::exists(path("bad")));
}

TEST_F(Report, without_a_browser_says_which_file_to_open) {
  if (!prepare()) GTEST_SKIP() << "built without Node";
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  const Finished r = execute("view model.h5");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_EQ(r.output, "model.html\n");
  EXPECT_THAT(r.errors, HasSubstr("open this file yourself"));
}

}  // namespace
}  // namespace trammel::app
