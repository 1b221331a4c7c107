import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const text = readFileSync(path.join(ROOT, "CHANGELOG.md"), "utf8");
const ENTRIES = text.split(/^(?=- |#|\n)/m).filter((block) => block.startsWith("- "));
/** Two entries about one change share most of their longer words. */
const MAX_SHARED_SHARE = 0.85;
const MIN_WORDS = 12;

const listWords = (entry: string): ReadonlySet<string> => new Set(entry.toLowerCase().match(/[\w`-]{4,}/g));

/** Computes the share of the shorter entry's words that the other entry has, too. */
function computeSharedShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	const shared = [...a].filter((word) => b.has(word)).length;
	return shared / Math.max(1, Math.min(a.size, b.size));
}

test("the changelog begins with unreleased changes, and has this version", () => {
	const releases = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
	expect(releases[0]).toBe("Unreleased");
	const { version } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
	expect(releases.some((heading) => heading.startsWith(`${version} (`))).toBe(true);
});

test("no change is in the changelog twice", () => {
	expect(ENTRIES.length).toBeGreaterThan(150);
	const words = ENTRIES.map(listWords);
	const duplicates = words.flatMap((entryWords, index) =>
		words
			.slice(index + 1)
			.flatMap((otherWords, offset) =>
				Math.min(entryWords.size, otherWords.size) >= MIN_WORDS &&
				computeSharedShare(entryWords, otherWords) > MAX_SHARED_SHARE
					? [[ENTRIES[index], ENTRIES[index + 1 + offset]]]
					: [],
			),
	);
	expect(duplicates).toEqual([]);
});
