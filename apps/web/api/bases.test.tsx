import { showClock } from "@first-bounce/contract/clock";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, onTestFinished, test, vi } from "vitest";
import { fakeServer, notSignedIn } from "../../../testing/web/fake-api.ts";
import { stubServiceWorker } from "../../../testing/web/navigator.ts";
import { renderAt } from "../../../testing/web/render-at.tsx";
import { site } from "../app/site.ts";
import { loadEnglish } from "../i18n/i18n.ts";
import en from "../i18n/locale/en.json";
import { LiveUpdates } from "../live/live-updates.tsx";
import { enablePush } from "../push/push-device.ts";
import { TokensSection } from "../screens/my-account/tokens-section.tsx";
import { useCall } from "./use-call.ts";
import { useHelp } from "./use-help.ts";
import { useStatic } from "./use-static.ts";

const Page = () => {
	const clock = useCall(showClock, {});
	const squads = useStatic("squads");
	const help = useHelp();
	return <p>{clock.isSuccess && squads.isSuccess && help.state === "ready" ? "loaded" : ""}</p>;
};

/** Responds to every request and collects the URLs. */
function collectAddresses(): string[] {
	const addresses: string[] = [];
	fakeServer.use(
		http.all("*", ({ request: { url } }) => {
			addresses.push(url);
			if (url.endsWith("/user")) {
				const { status, body } = notSignedIn();
				return HttpResponse.json(body as object, { status });
			}
			return HttpResponse.json(
				url.includes("/locale/")
					? en
					: url.includes("/fantasy/") || url.includes("/help/")
						? []
						: { success: {}, errors: [] },
			);
		}),
	);
	return addresses;
}

test("calls and static files are requested below the configured bases (D1.7.02, D1.7.33)", async () => {
	vi.spyOn(site, "apiBase", "get").mockReturnValue("/game/api");
	vi.spyOn(site, "staticBase", "get").mockReturnValue("https://cdn.example.test/json");
	vi.stubEnv("ENGLISH_VERSION", "1");
	const addresses = collectAddresses();
	renderAt("/", <Page />);
	await screen.findByText("loaded");
	await loadEnglish();
	expect(addresses.toSorted()).toEqual([
		"http://localhost:3000/game/api/en/season/clock",
		"https://cdn.example.test/json/fantasy/squads.json",
		"https://cdn.example.test/json/help/en/articles.json?page=1&per_page=100",
		"https://cdn.example.test/json/help/en/categories.json?page=1&per_page=100",
		"https://cdn.example.test/json/help/en/sections.json?page=1&per_page=100",
		"https://cdn.example.test/json/locale/en.json?v=1",
	]);
});

test("the live stream is below the configured base (D1.7.02)", async () => {
	vi.spyOn(site, "apiBase", "get").mockReturnValue("/game/api");
	const streams: string[] = [];
	vi.stubGlobal(
		"EventSource",
		class {
			constructor(url: string) {
				streams.push(url);
			}
			addEventListener = () => undefined;
			close = () => undefined;
		},
	);
	collectAddresses();
	renderAt("/", <LiveUpdates />);
	await waitFor(() => expect(streams).toEqual(["/game/api/en/live"]));
});

test("a device subscribes and renews below the configured base (D1.7.02)", async () => {
	vi.spyOn(site, "apiBase", "get").mockReturnValue("/game/api");
	const addresses = collectAddresses();
	const subscription = {
		toJSON: () => ({ endpoint: "https://push.example.test/1", keys: { p256dh: "p", auth: "a" } }),
	};
	stubServiceWorker({ pushManager: { getSubscription: async () => null, subscribe: async () => subscription } });
	onTestFinished(() => stubServiceWorker(null));
	vi.stubGlobal("Notification", { requestPermission: async () => "granted" });
	const saved: unknown[] = [];
	const put = async (_url: string, response: Response) => void saved.push(await response.json());
	vi.stubGlobal("caches", { open: async () => ({ put }) });
	await enablePush("key", 7);
	expect(saved).toMatchObject([{ address: "/game/api/en/user/notifications/subscribe" }]);
	expect(addresses).toContain("http://localhost:3000/game/api/en/user/notifications/subscribe");
});

test("the guide to the API is linked below the configured base (D1.7.02)", async () => {
	vi.spyOn(site, "apiBase", "get").mockReturnValue("/game/api");
	fakeServer.use(http.all("*", () => HttpResponse.json({ success: { tokens: [] }, errors: [] })));
	renderAt("/my-account", <TokensSection />);
	expect((await screen.findByRole("link", { name: "How to use the API" })).getAttribute("href")).toBe(
		"/game/api/guide",
	);
});

test("English texts come from /json/locale/en.json, like those of other languages (D1.7.32)", async () => {
	vi.stubEnv("ENGLISH_VERSION", "1");
	const addresses = collectAddresses();
	const i18n = await loadEnglish();
	expect(addresses).toEqual(["http://localhost:3000/json/locale/en.json?v=1"]);
	expect(i18n.t("state.errorTitle")).toBe("Something went wrong");
});
