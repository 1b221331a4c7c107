import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { ApiFailure } from "@first-bounce/contract/client";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeApi, notSignedIn, success } from "../../../../testing/web/fake-api.ts";
import { buildUser } from "../../../../testing/web/render-at.tsx";
import { SESSION_KEY, type Session, sessionQuery, VISITOR } from "../../api/session.ts";
import { getProblem } from "../../components/error-modal/problem-store.ts";
import { createI18n } from "../../i18n/i18n.ts";
import en from "../../i18n/locale/en.json";
import { getSessionFlags } from "./session-flags.ts";
import { watchSession } from "./watch-session.ts";

const TEAM = ["call", "/fantasy/team/show-my", {}];
let queryClient: QueryClient;
let stops: (() => void)[] = [];
let reload: ReturnType<typeof vi.fn>;

const answerUser = (id: number) => ({
	"/user": () => success(getUser, { user: buildUser({ id, userId: id }) }),
	"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
});
const getUserId = () => queryClient.getQueryData<Session>(SESSION_KEY)?.user?.id ?? null;

/** Opens a page on which a user is signed in and her team is loaded. */
async function openPage() {
	fakeApi(answerUser(7));
	queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
	stops = [new QueryObserver(queryClient, sessionQuery).subscribe(() => undefined), watchSession(queryClient)];
	await vi.waitFor(() => expect(localStorage.getItem("account")).toBe("7"));
	queryClient.setQueryData(TEAM, { team: "hers" });
	localStorage.setItem("team_draft:8", "{}");
	localStorage.setItem("identity_token", "hers");
}
beforeEach(() => {
	createI18n(en);
	reload = vi.fn();
	vi.stubGlobal("location", { href: location.href, origin: location.origin, pathname: "/team", reload });
});
afterEach(() => {
	for (const stop of stops) stop();
	queryClient.clear();
});

test("a refusal for want of a session ends it, keeping edits", async () => {
	await openPage();
	fakeApi({ "/user": notSignedIn });
	const refuse = () => Promise.reject(new ApiFailure(401, [{ code: "not-signed-in", message: "Please sign in" }]));
	await queryClient.fetchQuery({ queryKey: ["call", "/other"], queryFn: refuse }).catch(() => undefined);
	await vi.waitFor(() => expect(getProblem()).toMatchObject({ title: "You've been signed out", closeLabel: "Close" }));
	expect(getUserId()).toBeNull();
	expect(queryClient.getQueryData(TEAM)).toBeUndefined();
	expect([localStorage.getItem("identity_token"), localStorage.getItem("team_draft:8")]).toEqual([null, "{}"]);
});

test("signing out in another tab signs this one out without a message", async () => {
	await openPage();
	localStorage.removeItem("account");
	Object.defineProperty(document, "cookie", { value: "", configurable: true });
	dispatchEvent(new StorageEvent("storage", { key: "account" }));
	await vi.waitFor(() => expect(queryClient.getQueryData(SESSION_KEY)).toEqual(VISITOR));
	await vi.waitFor(() => expect(localStorage).toHaveLength(0));
	expect([getProblem(), getSessionFlags().wasLoggedOut]).toEqual([null, true]);
});

test("another user's sign-in in another tab reloads this one", async () => {
	await openPage();
	localStorage.setItem("account", "8");
	dispatchEvent(new StorageEvent("storage", { key: "account" }));
	expect(reload).toHaveBeenCalledOnce();
});

test("a page that returns after another user's sign-in is reloaded", async () => {
	await openPage();
	localStorage.setItem("account", "8");
	dispatchEvent(new Event("pageshow"));
	expect(reload).toHaveBeenCalledOnce();
});

test("another user whom the server names replaces the former one's data", async () => {
	await openPage();
	fakeApi(answerUser(9));
	await queryClient.invalidateQueries({ queryKey: SESSION_KEY });
	await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
	expect(localStorage.getItem("account")).toBe("9");
	expect([localStorage.getItem("identity_token"), localStorage.getItem("team_draft:8")]).toEqual([null, null]);
});
