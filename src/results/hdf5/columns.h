// Arrays of an HDF5 file that are written and read as a whole: columns of tables, texts, attributes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include "results/hdf5/handle.h"

namespace trammel::results::hdf5 {

using Shape = std::vector<hsize_t>;

// Number of entries.
hsize_t volume(const Shape&);

// Chunks of at most `rows` of the first dimension, shuffled and compressed.
Handle compressed(const Shape& shape, hsize_t rows);

void write_numbers(hid_t group, const char* name, const Shape&, std::span<const double>);
void write_numbers(hid_t group, const char* name, const Shape&, std::span<const int>);
// Bytes as they are, of any length.
void write_bytes(hid_t group, const char* name, const std::string&);
// UTF-8 of fixed length, padded with zeros.
void write_texts(hid_t group, const char* name, const Shape&, const std::vector<std::string>&);

// All entries, whatever the shape; the shape goes to `shape`.
std::vector<double> read_doubles(hid_t group, const char* name, Shape* shape = nullptr);
std::vector<int> read_integers(hid_t group, const char* name, Shape* shape = nullptr);
std::string read_bytes(hid_t group, const char* name);
std::vector<std::string> read_texts(hid_t group, const char* name);

void write_attribute(hid_t object, const char* name, const std::string&);
void write_attribute(hid_t object, const char* name, int);
void write_attribute(hid_t object, const char* name, std::span<const double>);
void read_attribute(hid_t object, const char* name, std::string&);
void read_attribute(hid_t object, const char* name, int&);
void read_attribute(hid_t object, const char* name, std::span<double>);

Handle open_dataset(hid_t group, const char* name);
Shape shape_of(hid_t dataset);

}  // namespace trammel::results::hdf5
