import { vi } from "vitest";
import { runCommand } from "../../apps/server/cli/run-command.ts";

/** Runs `fb` in this process, which is faster than spawning one. Returns its exit code and what it printed. */
export async function runFb(args: readonly string[]) {
	const printed = { out: "", err: "" };
	const capture = (stream: NodeJS.WriteStream, name: "out" | "err") =>
		vi.spyOn(stream, "write").mockImplementation((chunk) => {
			printed[name] += chunk;
			return true;
		});
	const captures = [capture(process.stdout, "out"), capture(process.stderr, "err")];
	try {
		const code = await runCommand([...args]);
		return { ...printed, code };
	} finally {
		for (const capture of captures) capture.mockRestore();
	}
}
