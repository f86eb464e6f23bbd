#include "reports/draw_plot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "reports/plot_scale.hpp"

namespace shufflecert {
namespace {

constexpr int width = 640;
constexpr int height_without_legend = 370;
constexpr int line_height = 21;
constexpr std::size_t longest_title = 80;
constexpr std::size_t longest_name = 80;

// A code point of UTF-8, and how many bytes it takes; U+FFFD and one byte where the text is broken
// or XML knows no such character.
std::pair<std::string, std::size_t> character_at(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::string unknown = "\xEF\xBF\xBD";
  const unsigned first = byte(at);
  if (first < 0x20 || first == 0x7F) return {" ", 1};
  if (first < 0x80) return {std::string(1, text[at]), 1};
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + size > text.size()) return {unknown, 1};
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(at + i) & 0xC0U) != 0x80) return {unknown, 1};
  const unsigned second = byte(at + 1);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_surrogate = first == 0xED && second >= 0xA0;
  const bool is_beyond = first == 0xF4 && second >= 0x90;
  if (is_overlong || is_surrogate || is_beyond) return {unknown, 1};
  const std::string whole = text.substr(at, size);
  if (whole == "\xEF\xBF\xBE" || whole == "\xEF\xBF\xBF" || (first == 0xC2 && second < 0xA0))
    return {unknown, size};
  return {whole, size};
}

std::vector<std::string> characters_of(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at < text.size();) {
    const auto [character, size] = character_at(text, at);
    result.push_back(character);
    at += size;
  }
  return result;
}

std::vector<std::string> shortened(std::vector<std::string> characters, std::size_t longest) {
  if (characters.size() <= longest) return characters;
  characters.resize(longest - 1);
  characters.emplace_back("…");
  return characters;
}

std::string xml_text(const std::vector<std::string>& characters) {
  std::string result;
  for (const std::string& c : characters)
    result += c == "&" ? "&amp;" : c == "<" ? "&lt;" : c == ">" ? "&gt;" : c == "\"" ? "&quot;" : c;
  return result;
}

// The texts of one plot. gnuplot gets a placeholder for each: a character of Unicode's private use
// area that tells which one, and as many others as fill the text's length.
class placeholders {
 public:
  std::string add(const std::string& text, std::size_t longest) {
    const std::vector<std::string> characters = shortened(characters_of(text), longest);
    std::string result = code(texts_.size());
    for (std::size_t i = 1; i < characters.size(); ++i) result += filler();
    texts_.push_back(xml_text(characters));
    return "'" + result + "'";
  }

  // The SVG text with the texts in their places.
  [[nodiscard]] std::string put_into(const std::string& svg) const {
    std::string result;
    constexpr std::size_t size = 3;  // bytes of a private character in UTF-8
    for (std::size_t at = 0; at < svg.size();) {
      const unsigned char first = static_cast<unsigned char>(svg[at]);
      if (first != 0xEE && svg.compare(at, size, filler()) != 0) {
        result += svg[at++];
        continue;
      }
      if (first == 0xEE && at + 2 < svg.size()) {
        const std::size_t index = (static_cast<unsigned char>(svg[at + 1]) & 0x3FU) * 64U +
                                  (static_cast<unsigned char>(svg[at + 2]) & 0x3FU);
        if (index < texts_.size()) result += texts_[index];
      }
      at += size;
    }
    return result;
  }

 private:
  // U+E000 + index, of which there are 4096 before U+F000.
  static std::string code(std::size_t index) {
    if (index >= 4096) throw std::runtime_error("a plot has too many texts");
    return {'\xEE', static_cast<char>(0x80U | (index / 64U)),
            static_cast<char>(0x80U | (index % 64U))};
  }
  static std::string filler() { return "\xEF\xA3\xBF"; }

  std::vector<std::string> texts_;
};

// Colours that the colour-blind tell apart (Okabe and Ito), and dashes and point shapes besides.
struct role_look {
  std::vector<const char*> colours;  // of the first, second … curve with the role
  const char* dash;
  double line_width;
};

role_look look_of(curve_role role) {
  switch (role) {
    case curve_role::exact:
      return {{"#000000"}, "solid", 2.2};
    case curve_role::mechanism:
      return {{"#009E73"}, "(12,4)", 1.8};
    case curve_role::upper:
      return {{"#D55E00", "#E69F00", "#CC79A7"}, "(8,4)", 1.5};
    case curve_role::lower:
      return {{"#0072B2", "#56B4E9", "#009E73"}, "(3,4)", 1.5};
    case curve_role::left:
      return {{"#0072B2"}, "solid", 1.8};
    case curve_role::right:
      return {{"#D55E00"}, "(8,4)", 1.8};
    case curve_role::slope:
      return {{"#555555"}, "(2,5)", 1.3};
    case curve_role::frontier:
      return {{"#CC79A7"}, "(10,3,2,3)", 1.8};
  }
  return {{"#000000"}, "solid", 1.0};
}

// Point shapes of gnuplot: circle, box, triangles, diamond, pentagon, full and empty, and crosses.
int point_shape(curve_role role, std::size_t index) {
  static constexpr std::array<int, 12> shapes{7, 5, 9, 11, 13, 15, 6, 4, 8, 10, 12, 14};
  const std::size_t first = role == curve_role::right || role == curve_role::upper ? 1
                            : role == curve_role::lower                            ? 2
                            : role == curve_role::mechanism                        ? 3
                            : role == curve_role::frontier                         ? 4
                                                                                   : 0;
  return shapes.at((first + index) % shapes.size());
}

struct place {
  double x = 0;
  std::optional<double> y;  // nothing: a gap
};

std::optional<double> middle_of(const curve_point& at, bool is_logarithmic) {
  const std::optional<double> lower = position_of(at.lower, is_logarithmic);
  const std::optional<double> upper = position_of(at.upper, is_logarithmic);
  if (!lower || !upper) return std::nullopt;
  return *lower / 2 + *upper / 2;
}

std::vector<place> places_of(const std::vector<curve_point>& points, const plot& drawn) {
  std::vector<place> result;
  for (const curve_point& at : points)
    if (const auto x = position_of(at.x, drawn.x.is_logarithmic))
      result.push_back({*x, middle_of(at, drawn.y.is_logarithmic)});
  return result;
}

std::size_t points_with_values(const std::vector<place>& places) {
  return static_cast<std::size_t>(std::count_if(places.begin(), places.end(),
                                                [](const place& at) { return at.y.has_value(); }));
}

std::string data_block(const std::string& name, const std::vector<place>& places) {
  std::string result = "$" + name + " << EOD\n";
  for (const place& at : places)
    result += at.y ? fmt::format("{:.17g} {:.17g}\n", at.x, *at.y) : std::string("\n");
  return result + "EOD\n";
}

std::string tick_list(const plot_scale& scale, placeholders& texts) {
  std::string result;
  constexpr std::size_t longest = 40;
  for (const plot_tick& tick : scale.ticks)
    result += fmt::format("{}{} {:.17g}", result.empty() ? "" : ", ",
                          texts.add(tick.label, longest), tick.position);
  return "(" + result + ")";
}

// Where the plot and, below it, the legend stand: gnuplot's own layout takes bytes for characters.
std::string layout(int entries, const std::string& y_label) {
  const int height = height_without_legend + entries * line_height;
  constexpr int legend_margin = 10;
  const double legend = double(entries * line_height + legend_margin) / height;
  constexpr int below_plot = 54;
  const double bottom = legend + double(below_plot) / height;
  const double top = 1 - 38.0 / height;
  return fmt::format(
      "set lmargin at screen 0.135\nset rmargin at screen 0.965\n"
      "set tmargin at screen {:.6f}\nset bmargin at screen {:.6f}\n"
      "set key at screen 0.03, screen {:.6f} left top\n"
      "set label 1 {} at screen 0.025, screen {:.6f} center rotate by 90\n",
      top, bottom, legend, y_label, (top + bottom) / 2);
}

// The name of a curve of which nothing can be drawn, and why.
std::string shown_name(const plot_curve& curve) {
  const auto is_infinite = [](const curve_point& at) {
    return at.lower.find("inf") != std::string::npos;
  };
  const bool all_infinite =
      !curve.points.empty() && std::all_of(curve.points.begin(), curve.points.end(), is_infinite);
  return (all_infinite ? "(infinite) " : "(no value to draw) ") + curve.name;
}

// The commands that draw one plot; empty where it has no point.
std::string commands_for(const plot& drawn, const std::string& file, placeholders& texts) {
  std::vector<double> xs;
  std::vector<double> ys;
  std::string data;
  std::vector<std::string> parts;
  const auto collect = [&](const std::vector<place>& places) {
    for (const place& at : places) {
      xs.push_back(at.x);
      if (at.y) ys.push_back(*at.y);
    }
  };
  std::map<curve_role, std::size_t> with_role;
  std::vector<std::string> unseen;
  for (const plot_curve& curve : drawn.curves) {
    const std::vector<place> places = places_of(curve.points, drawn);
    const std::size_t index = with_role[curve.role]++;
    if (points_with_values(places) == 0) {
      unseen.push_back("keyentry with points pt -1 title " +
                       texts.add(shown_name(curve), longest_name));
      continue;
    }
    collect(places);
    const std::string block = "curve" + std::to_string(parts.size());
    data += data_block(block, places);
    const role_look look = look_of(curve.role);
    constexpr std::size_t most_marked = 60;
    const bool is_marked = curve.role != curve_role::slope && places.size() <= most_marked;
    parts.push_back(
        fmt::format("${} using 1:2 with {} lc rgb '{}' lw {} dt {}{} title {}", block,
                    is_marked ? "linespoints" : "lines", look.colours[index % look.colours.size()],
                    look.line_width, look.dash,
                    is_marked ? fmt::format(" pt {} ps 0.55", point_shape(curve.role, index)) : "",
                    texts.add(curve.name, longest_name)));
  }
  if (parts.empty()) return "";
  parts.insert(parts.end(), unseen.begin(), unseen.end());
  const std::vector<place> witness = places_of(drawn.witness, drawn);
  if (points_with_values(witness) > 0) {
    collect(witness);
    data += data_block("witness", witness);
    parts.push_back(
        fmt::format("$witness using 1:2 with points lc rgb '#000000' lw 1.6 pt 6 ps 1.5 title {}",
                    texts.add("counterexample", longest_name)));
  }
  std::vector<std::pair<double, double>> stretches;
  for (const plot_stretch& stretch : drawn.violated) {
    const auto from = position_of(stretch.from, drawn.x.is_logarithmic);
    const auto to = position_of(stretch.to, drawn.x.is_logarithmic);
    if (from && to) stretches.emplace_back(*from, *to);
  }
  const plot_scale x = scale_of(xs, drawn.x.is_logarithmic);
  const plot_scale y = scale_of(ys, drawn.y.is_logarithmic);
  std::string shading;
  for (const auto& [from, to] : stretches) {
    // A single point would be a stretch of no width.
    const double least = (x.to - x.from) * 0.012;
    const double room = std::max(0.0, (least - (to - from)) / 2);
    shading += fmt::format(
        "set object rectangle from {:.17g}, graph 0 to {:.17g}, graph 1 "
        "fc rgb '#F6E3DA' fs solid noborder behind\n",
        std::max(x.from, from - room), std::min(x.to, to + room));
  }
  if (!stretches.empty())
    parts.push_back("keyentry with boxes fc rgb '#F6E3DA' fs solid noborder title " +
                    texts.add("fails here", longest_name));
  const auto legend = static_cast<int>(parts.size());
  return data + fmt::format(
                    "set terminal svg size {},{} fixed font 'sans-serif,13' noenhanced rounded "
                    "background '#ffffff'\n"
                    "set output '{}'\n"
                    "set title {} offset 0,-0.7 font 'sans-serif,14'\n"
                    "set xlabel {} offset 0,0.4\n"
                    "set xrange [{:.17g}:{:.17g}]\nset yrange [{:.17g}:{:.17g}]\n"
                    "set xtics {} nomirror\nset ytics {} nomirror\n{}plot {}\n"
                    "set output\nreset\n",
                    width, height_without_legend + legend * line_height, file,
                    texts.add(drawn.title, longest_title), texts.add(drawn.x.label, longest_title),
                    x.from, x.to, y.from, y.to, tick_list(x, texts), tick_list(y, texts),
                    "set grid lc rgb '#DDDDDD' lw 0.7 dt solid\n"
                    "set border 3 lc rgb '#444444'\nset tics scale 0.5\n"
                    "set key font 'sans-serif,12' vertical maxcols 1 Left reverse samplen 4 "
                    "spacing 1.15\n" +
                        layout(legend, texts.add(drawn.y.label, longest_title / 2)) + shading,
                    fmt::format("{}", fmt::join(parts, ", \\\n  ")));
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

void erase_between(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    const std::size_t end = text.find(to, at + from.size());
    if (end == std::string::npos) return;
    text.erase(at, end + to.size() - at);
  }
}

// What gnuplot wrote, with the plot's own texts; its ids with the plot's name, so that several
// plots can stand in one page.
std::string finished(std::string svg, const plot& drawn, const placeholders& texts) {
  erase_between(svg, "<title>", "</title>");
  erase_between(svg, "<desc>", "</desc>\n");
  erase_between(svg, "<filter", "</filter>\n");
  erase_between(svg, " id=\"gnuplot_", "\"");
  replace_all(svg, "id='gp", "id='" + drawn.name + "-gp");
  replace_all(svg, "href='#gp", "href='#" + drawn.name + "-gp");
  svg = texts.put_into(svg);
  const std::size_t start = svg.find("<svg");
  const std::size_t end = start == std::string::npos ? start : svg.find('>', start);
  if (end == std::string::npos) throw std::runtime_error("gnuplot wrote no SVG");
  svg.insert(end + 1, "\n<title>" + xml_text(characters_of(drawn.title)) + "</title>\n<desc>" +
                          xml_text(characters_of(drawn.caption)) + "</desc>");
  svg.insert(start + 4, " role=\"img\"");
  return svg;
}

// A directory that is removed with everything in it.
class scratch_directory {
 public:
  scratch_directory() {
    std::string name = (std::filesystem::temp_directory_path() / "shufflecert-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw std::runtime_error("cannot make a temporary directory for gnuplot");
    path_ = name;
  }
  ~scratch_directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  scratch_directory(const scratch_directory&) = delete;
  scratch_directory& operator=(const scratch_directory&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string text_of(const std::string& file) {
  const std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// The program in the path; empty without one.
std::string gnuplot_program() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = (folder.empty() ? "." : folder) + "/gnuplot";
    std::error_code ignored;
    if (std::filesystem::is_regular_file(program, ignored) && access(program.c_str(), X_OK) == 0)
      return program;
  }
  return "";
}

// Runs the script where gnuplot reads no settings of the user's.
void run_gnuplot(const std::string& script, const scratch_directory& scratch) {
  const std::string program = gnuplot_program();
  if (program.empty())
    throw std::runtime_error("gnuplot is not in the PATH; it draws the plots (gnuplot-nox)");
  const std::string script_file = scratch.file("script.gp");
  std::ofstream(script_file, std::ios::binary) << script;
  const std::string log = scratch.file("log");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT, 0600);
  std::string name = "gnuplot";
  std::string no_settings = "-d";
  std::string argument = script_file;
  std::array<char*, 4> arguments{name.data(), no_settings.data(), argument.data(), nullptr};
  std::string locale = "LC_ALL=C";
  std::string home = "HOME=" + scratch.file("");
  std::array<char*, 3> environment{locale.data(), home.data(), nullptr};
  pid_t child = 0;
  const int failure =
      posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw std::runtime_error("gnuplot cannot be started");
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw std::runtime_error("gnuplot cannot be waited for");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error("gnuplot failed: " + text_of(log).substr(0, 500));
}

}  // namespace

bool can_draw() {
  return !gnuplot_program().empty();
}

std::vector<std::string> draw_svg(const std::vector<plot>& plots) {
  const scratch_directory scratch;
  std::vector<std::string> result(plots.size());
  std::vector<placeholders> texts(plots.size());
  std::string script;
  std::vector<std::string> files(plots.size());
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const std::string file = scratch.file(std::to_string(i) + ".svg");
    const std::string commands = commands_for(plots[i], file, texts[i]);
    if (commands.empty()) continue;
    files[i] = file;
    script += commands;
  }
  if (script.empty()) return result;
  run_gnuplot("set encoding utf8\n" + script, scratch);
  for (std::size_t i = 0; i < plots.size(); ++i)
    if (!files[i].empty()) result[i] = finished(text_of(files[i]), plots[i], texts[i]);
  return result;
}

}  // namespace shufflecert
