import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { forgetProof, keepProof, keptProof } from "./kept-proof.ts";
import { challengeOf, newProof } from "./proof.ts";
import { authorizeAddress, signOutAddress } from "./provider-addresses.ts";
import { providerReturn } from "./provider-return.ts";

const OPTIONS = {
	authorizeUrl: "https://id.example.test/authorize?tenant=footy",
	endSessionUrl: "https://id.example.test/logout",
	clientId: "game",
	scope: "openid profile email",
	demo: false,
};

describe("a sign-in that begins", () => {
	test("makes a random verifier of 128 characters, anew each time (D1.4.29)", () => {
		const [one, other] = [newProof(), newProof()];
		expect(one.verifier).toMatch(/^[\w-]{128}$/);
		expect(other.verifier).not.toBe(one.verifier);
		expect(other.state).not.toBe(one.state);
		expect(other.nonce).not.toBe(one.nonce);
	});

	test("derives the challenge by S256, as Node's own SHA-256 does (D1.4.30)", () => {
		const { verifier, challenge } = newProof();
		expect(challenge).toBe(createHash("sha256").update(verifier).digest("base64url"));
		// RFC 7636, appendix B.
		expect(challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
			"E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
		);
	});

	test("keeps verifier, challenge, state and nonce in local storage until forgotten (D1.4.31)", () => {
		const proof = newProof();
		expect(keepProof(proof)).toBe(true);
		expect(Object.values({ ...localStorage }).toSorted()).toEqual(Object.values(proof).toSorted());
		expect(keptProof()).toEqual(proof);
		forgetProof();
		expect(keptProof()).toBeNull();
		expect(localStorage).toHaveLength(0);
	});

	test("goes to the authorize endpoint with challenge, S256, state and nonce (D1.4.32)", () => {
		const proof = newProof();
		const address = new URL(authorizeAddress(OPTIONS, proof));
		expect(address.origin + address.pathname).toBe("https://id.example.test/authorize");
		expect(Object.fromEntries(address.searchParams)).toEqual({
			tenant: "footy",
			response_type: "code",
			client_id: "game",
			redirect_uri: `${location.origin}/login/callback`,
			scope: "openid profile email",
			code_challenge: proof.challenge,
			code_challenge_method: "S256",
			state: proof.state,
			nonce: proof.nonce,
		});
		expect(address.href).not.toContain(proof.verifier);
	});
});

describe("a return from the provider", () => {
	const begun = () => {
		const proof = newProof();
		keepProof(proof);
		return proof;
	};

	test("gives the code with the verifier and nonce it was begun with (D1.4.34, D1.7.03)", () => {
		const { verifier, nonce, state } = begun();
		expect(providerReturn(`?code=abc&state=${state}`)).toEqual({
			kind: "code",
			grant: { code: "abc", codeVerifier: verifier, redirectUrl: `${location.origin}/login/callback`, nonce },
		});
	});

	test("is not believed with another state, with none, or where no sign-in was begun", () => {
		begun();
		expect(providerReturn("?code=abc&state=forged").kind).toBe("mismatch");
		expect(providerReturn("?code=abc").kind).toBe("mismatch");
		forgetProof();
		expect(providerReturn("?code=abc&state=forged").kind).toBe("mismatch");
	});

	test("that nobody began goes to the server with a proof that fits no code (D1.2.08)", () => {
		const back = providerReturn("?code=x");
		expect(back).toMatchObject({ kind: "code", grant: { code: "x" } });
		expect(back.kind === "code" && back.grant.codeVerifier).toHaveLength(128);
		expect(keptProof()).toBeNull();
	});

	test("without a code is told apart: given up at the provider, or nothing at all", () => {
		const { state } = begun();
		expect(providerReturn(`?error=access_denied&state=${state}`).kind).toBe("cancelled");
		expect(providerReturn(`?state=${state}`).kind).toBe("no-code");
	});
});

describe("signing out", () => {
	test("ends at the provider with the token's hint, the way back and the client (D1.4.38, D1.4.39)", () => {
		const address = new URL(signOutAddress(OPTIONS, "the.identity.token") ?? "");
		expect(address.origin + address.pathname).toBe("https://id.example.test/logout");
		expect(Object.fromEntries(address.searchParams)).toEqual({
			id_token_hint: "the.identity.token",
			post_logout_redirect_uri: `${location.origin}/`,
			client_id: "game",
		});
	});

	test("stays here without an identity token, or where the provider has no such place", () => {
		expect(signOutAddress(OPTIONS, null)).toBeNull();
		expect(signOutAddress({ ...OPTIONS, endSessionUrl: null }, "the.identity.token")).toBeNull();
	});
});
