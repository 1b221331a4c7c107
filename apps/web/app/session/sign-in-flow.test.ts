import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { computeChallenge, createPkceRequest } from "./pkce.ts";
import { deletePkceRequest, loadPkceRequest, savePkceRequest } from "./pkce-request.ts";
import { parseProviderReturn } from "./provider-return.ts";
import { buildAuthorizeUrl, buildSignOutUrl } from "./provider-urls.ts";

const OPTIONS = {
	authorizeUrl: "https://id.example.test/authorize?tenant=footy",
	endSessionUrl: "https://id.example.test/logout",
	clientId: "game",
	scope: "openid profile email",
	providers: [],
	demo: false,
};

describe("starting a sign-in", () => {
	test("creates a new random verifier of 128 characters each time (D1.4.29)", () => {
		const [one, other] = [createPkceRequest(), createPkceRequest()];
		expect(one.verifier).toMatch(/^[\w-]{128}$/);
		expect(other.verifier).not.toBe(one.verifier);
		expect(other.state).not.toBe(one.state);
		expect(other.nonce).not.toBe(one.nonce);
	});

	test("derives the challenge by S256 (D1.4.30)", () => {
		const { verifier, challenge } = createPkceRequest();
		expect(challenge).toBe(createHash("sha256").update(verifier).digest("base64url"));
		// The example of RFC 7636, appendix B.
		expect(computeChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
			"E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
		);
	});

	test("stores verifier, challenge, state and nonce in local storage until deleted (D1.4.31)", () => {
		const request = createPkceRequest();
		expect(savePkceRequest(request)).toBe(true);
		expect(Object.values({ ...localStorage }).toSorted()).toEqual(Object.values(request).toSorted());
		expect(loadPkceRequest()).toEqual(request);
		deletePkceRequest();
		expect(loadPkceRequest()).toBeNull();
		expect(localStorage).toHaveLength(0);
	});

	test("opens the authorize endpoint with challenge, S256, state and nonce (D1.4.32)", () => {
		const request = createPkceRequest();
		const address = new URL(buildAuthorizeUrl(OPTIONS, request));
		expect(address.origin + address.pathname).toBe("https://id.example.test/authorize");
		expect(Object.fromEntries(address.searchParams)).toEqual({
			tenant: "footy",
			response_type: "code",
			client_id: "game",
			redirect_uri: `${location.origin}/login/callback`,
			scope: "openid profile email",
			code_challenge: request.challenge,
			code_challenge_method: "S256",
			state: request.state,
			nonce: request.nonce,
		});
		expect(address.href).not.toContain(request.verifier);
	});
});

describe("the redirect from the provider", () => {
	const startSignIn = () => {
		const request = createPkceRequest();
		savePkceRequest(request);
		return request;
	};

	test("returns the code with the verifier and nonce of its request (D1.4.34, D1.7.03)", () => {
		const { verifier, nonce, state } = startSignIn();
		expect(parseProviderReturn(`?code=abc&state=${state}`)).toEqual({
			kind: "code",
			grant: { code: "abc", codeVerifier: verifier, redirectUrl: `${location.origin}/login/callback`, nonce },
		});
	});

	test("is rejected if its state is wrong, missing or unexpected", () => {
		startSignIn();
		expect(parseProviderReturn("?code=abc&state=forged").kind).toBe("mismatch");
		expect(parseProviderReturn("?code=abc").kind).toBe("mismatch");
		deletePkceRequest();
		expect(parseProviderReturn("?code=abc&state=forged").kind).toBe("mismatch");
	});

	test("without state and sign-in has a verifier that matches nothing (D1.2.08)", () => {
		const result = parseProviderReturn("?code=x");
		expect(result).toMatchObject({ kind: "code", grant: { code: "x" } });
		expect(result.kind === "code" && result.grant.codeVerifier).toHaveLength(128);
		expect(loadPkceRequest()).toBeNull();
	});

	test("without a code is either cancelled at the provider or incomplete", () => {
		const { state } = startSignIn();
		expect(parseProviderReturn(`?error=access_denied&state=${state}`).kind).toBe("cancelled");
		expect(parseProviderReturn(`?state=${state}`).kind).toBe("no-code");
	});
});

describe("signing out", () => {
	test("opens the provider's sign-out page with token hint, redirect and client (D1.4.38, D1.4.39)", () => {
		const address = new URL(buildSignOutUrl(OPTIONS, "the.identity.token") ?? "");
		expect(address.origin + address.pathname).toBe("https://id.example.test/logout");
		expect(Object.fromEntries(address.searchParams)).toEqual({
			id_token_hint: "the.identity.token",
			post_logout_redirect_uri: `${location.origin}/`,
			client_id: "game",
		});
	});

	test("stays in the game without an identity token or sign-out page", () => {
		expect(buildSignOutUrl(OPTIONS, null)).toBeNull();
		expect(buildSignOutUrl({ ...OPTIONS, endSessionUrl: null }, "the.identity.token")).toBeNull();
	});
});
