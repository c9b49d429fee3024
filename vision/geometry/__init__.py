"""Lens, camera pose, table plane and cubes on it: conversion between pixels and millimetres."""
