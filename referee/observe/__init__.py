"""From the camera to a throw: watch, associate pieces with tracks, interpret, store the evidence."""
