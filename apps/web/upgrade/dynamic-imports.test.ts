import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const WEB = path.resolve(import.meta.dirname, "..");
const WRAPPED =
	/(loadChunk|lazyPart|createChunk|createLazyPage)\(\s*(async )?\(\) => \(?(await )?import\(|^const load\w+ = async \(\) => \(await import\(/;

test("every import on demand goes through loadChunk", () => {
	const raw = readdirSync(WEB, { recursive: true, encoding: "utf8" })
		.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)(dist|prerender|testing|node_modules)\//.test(file))
		.flatMap((file) => {
			const source = readFileSync(path.join(WEB, file), "utf8").replaceAll(/typeof import\(/g, "");
			const count = source.split(/\bimport\("/).length - 1;
			const wrapped = source.match(new RegExp(WRAPPED, "gm"))?.length ?? 0;
			return count > wrapped ? [file] : [];
		});
	// Three only help in the background. The other two are loaded through lazyPart.
	expect(raw.toSorted()).toEqual([
		"offline/register-service-worker.ts",
		"players/modal/player-outlet.tsx",
		"push/use-push-renewal.ts",
		"reporting/report.ts",
		"screens/team/lock-check/lock-check-dialogs.tsx",
	]);
});
