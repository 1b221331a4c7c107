import { vi } from "vitest";

// Vitest's setup file of the server project. Most tests register managers, and the full cost takes 25 ms for each.
// A hash names its cost, so it is verified as in production.
vi.mock("@node-rs/argon2", async (importOriginal) => {
	const argon2 = await importOriginal<typeof import("@node-rs/argon2")>();
	const hash: typeof argon2.hash = (password, options) =>
		argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
	return { ...argon2, hash };
});
