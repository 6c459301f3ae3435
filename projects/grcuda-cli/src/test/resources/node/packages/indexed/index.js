module.exports = class Indexed { static default = 1; static size = 3; };
