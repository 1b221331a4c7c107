import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "./no-schemas.ts";

vi.mock("zod", () => import("./no-schemas.ts"));

const CONTRACT = path.resolve(import.meta.dirname, "../../packages/contract");
const FILES = readdirSync(CONTRACT).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));

test.each(FILES)("the contract's %s can be loaded without its schemas", async (file) => {
	await expect(import(/* @vite-ignore */ path.join(CONTRACT, file))).resolves.toBeTypeOf("object");
});

test("a call keeps its method and path, and parsing in the browser is refused aloud", async () => {
	const { updateTeam } = await import("@first-bounce/contract/team");
	expect(updateTeam).toMatchObject({ method: "POST", path: "/fantasy/team/update" });
	expect(updateTeam.body).toBe(z);
	expect(() => updateTeam.body.parse({})).toThrow("not in the browser");
});
