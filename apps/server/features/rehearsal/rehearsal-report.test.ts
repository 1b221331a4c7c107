import { expect, test, vi } from "vitest";
import { CommandRefusedError } from "../../cli/output/output.ts";
import { printRehearsal } from "../../cli/season/rehearse.ts";
import { hasPassed, type RehearsalReport } from "./rehearsal-report.ts";

const handledFault = { roundId: 1, fault: "no answer", outcome: "asked again" };
const passedReport = { rounds: [1], faults: [handledFault], differences: [], problems: [] };

test("a rehearsal passes only with handled faults and equal rounds (D2.9.71)", () => {
	expect(hasPassed(passedReport)).toBe(true);
	expect(
		hasPassed({ ...passedReport, faults: [handledFault, { roundId: 1, fault: "left out a player", outcome: null }] }),
	).toBe(false);
	expect(hasPassed({ ...passedReport, differences: ["round 1, team 5: 900 points, recomputed 906"] })).toBe(false);
	expect(hasPassed({ ...passedReport, problems: ["1 payload is still in quarantine"] })).toBe(false);
	expect(hasPassed({ ...passedReport, rounds: [] })).toBe(false);
});

test("an unhandled fault is named, and the command fails (D2.9.71)", () => {
	const faults = [handledFault, { roundId: 2, fault: "left out a player", outcome: null }];
	const report: RehearsalReport = {
		season: "Small season",
		faultLevel: "some",
		seed: 1,
		rounds: [1, 2],
		matches: 4,
		teams: 30,
		faults,
		events: { payloads: 9, quarantined: 0, waiting: 0, holds: 0, faultyLines: 0, lateLines: 0 },
		differences: [],
		problems: [],
		seconds: 5,
		hasPassed: hasPassed({ ...passedReport, faults }),
	};
	const written: string[] = [];
	const capture = vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
	try {
		expect(() => printRehearsal(report)).toThrow(new CommandRefusedError("The rehearsal found problems."));
	} finally {
		capture.mockRestore();
	}
	expect(written).toContain("Faults: 2 injected (some, seed 1), 1 handled\n");
	expect(written).toContain("  round 1: no answer: asked again\n");
	expect(written).toContain("  round 2: left out a player: NOT HANDLED\n");
	expect(written.at(-1)).toBe("Failed.\n");
});
