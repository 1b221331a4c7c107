// A command that answers `verify --round` as `fb` does: round 1 fails, 2 differs, others agree.
const round = process.argv.at(-1);
if (round === "2") process.stdout.write("team 3, points: published 60, recomputed 57\n");
if (round === "2") process.stderr.write("Round 2: 1 differences.\n");
if (round === "1") process.stderr.write("Copying line-ups and fixture\nThe database does not answer.\n");
process.exitCode = round === "1" || round === "2" ? 1 : 0;
