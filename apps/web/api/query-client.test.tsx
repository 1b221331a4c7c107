import { showClock } from "@first-bounce/contract/clock";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { listTrades } from "@first-bounce/contract/team/trade";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeApi, file, refusal } from "../../../testing/web/fake-api.ts";
import { renderAt } from "../../../testing/web/render-at.tsx";
import { ErrorModal } from "../components/error-modal/error-modal.tsx";
import { dismissProblem } from "../components/error-modal/problem-store.ts";
import { createReporter } from "../reporting/reporter.ts";
import { createQueryClient } from "./query-client.ts";
import { useCall, useCallMutation } from "./use-call.ts";
import { useSeason } from "./use-season.ts";
import { useStatic } from "./use-static.ts";
import { useUser } from "./use-user.ts";

/** Creates a query client with the real reporter and its filters, and collects the reports. */
function createReportingClient() {
	const reports: string[] = [];
	const report = createReporter({
		dsn: "https://key@errors.example.test/7",
		random: () => 0,
		now: () => 0,
		pathname: () => "/team",
		send: (_url, body) => reports.push(JSON.parse(body.split("\n")[2] ?? "").exception.values[0].value),
		release: "test",
	});
	return { queryClient: createQueryClient(report), reports };
}

const Team = () => {
	const { data, error, refetch } = useCall(showMyTeam, {});
	return (
		<button type="button" onClick={() => void refetch()}>
			{data ? "loaded" : error ? "failed" : "loading"}
		</button>
	);
};

const Clock = () => {
	const clock = useCall(showClock, {}, { refetchInterval: 60_000 });
	const rounds = useStatic("rounds", { meta: { noErrorModal: true } });
	return <p>{clock.isError && rounds.isError ? "clock and rounds have failed" : ""}</p>;
};

const Screen = () => {
	const trades = useCall(listTrades, {});
	const create = useCallMutation(createLeague);
	return (
		<>
			<Team />
			<p>{trades.isError ? "no trades" : ""}</p>
			<button type="button" onClick={() => create.mutate({ body: { name: "Bean Counters" } as never })}>
				{create.isError ? "refused" : "Create"}
			</button>
		</>
	);
};

const Background = () => {
	const user = useUser();
	const checksums = useStatic("checksums");
	return <p>{user.state === "error" && checksums.isError ? "both have failed" : ""}</p>;
};

const SeasonState = () => <p>{useSeason().state}</p>;

test("a failed load opens the error modal, again after retries (D1.8.04)", async () => {
	fakeApi({ "/fantasy/team/show-my": () => refusal(404, "no-team", "You have no team yet") });
	renderAt(
		"/",
		<>
			<Team />
			<ErrorModal />
		</>,
	);
	expect((await screen.findByRole("alertdialog")).textContent).toContain("You have no team yet");
	act(dismissProblem);
	(await screen.findByRole("button", { name: "failed" })).click();
	expect((await screen.findByRole("alertdialog")).textContent).toContain("You have no team yet");
});

test("failed refetches, polls and optional loads open no modal", async () => {
	let responses = 0;
	const { requests } = fakeApi({
		"/season/clock": () => refusal(404, "no-clock", "No clock"),
		"/json/fantasy/rounds.json": () => ({ status: 404, body: {} }),
		"/fantasy/team/show-my": () =>
			responses++ === 0 ? file({ success: { team: {} }, errors: [] }) : refusal(404, "no-team", "You have no team yet"),
	});
	renderAt(
		"/",
		<>
			<Team />
			<Clock />
			<ErrorModal />
		</>,
	);
	await screen.findByText("clock and rounds have failed");
	(await screen.findByRole("button", { name: "loaded" })).click();
	await waitFor(() => expect(requests.filter((path) => path.endsWith("show-my"))).toHaveLength(2));
	expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("a site without a season opens no modal", async () => {
	const missing = () => ({ status: 404, body: {} });
	const names = ["season", "squads", "players", "rounds"];
	fakeApi(Object.fromEntries(names.map((name) => [`/json/fantasy/${name}.json`, missing])));
	renderAt(
		"/",
		<>
			<SeasonState />
			<ErrorModal />
		</>,
	);
	await screen.findByText("error");
	expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("failed calls are reported, except with an ignored status (D1.8.16, D2.8.11)", async () => {
	fakeApi({
		"/fantasy/team/show-my": () => refusal(404, "no-team", "There is no team"),
		"/fantasy/trade/list": () => refusal(403, "not-active", "The account is not active"),
		"/fantasy/league": () => refusal(409, "league-exists", "There is such a league"),
	});
	const { queryClient, reports } = createReportingClient();
	renderAt("/", <Screen />, queryClient);
	await screen.findByText("no trades");
	(await screen.findByRole("button", { name: "Create" })).click();
	await screen.findByRole("button", { name: "refused" });
	expect(reports).toEqual(["There is no team", "There is such a league"]);
});

test("a failure to load user or checksums is only logged (D1.4.114, D1.8.06)", async () => {
	const logged = vi.spyOn(console, "warn").mockReturnValue(undefined);
	fakeApi({
		"/user": () => refusal(404, "no-user", "No user"),
		"/json/fantasy/checksums.json": () => ({ status: 404, body: {} }),
	});
	const { queryClient, reports } = createReportingClient();
	renderAt(
		"/",
		<>
			<Background />
			<ErrorModal />
		</>,
		queryClient,
	);
	await screen.findByText("both have failed");
	expect(logged.mock.calls.map(([error]) => error.status)).toEqual([404, 404]);
	expect(reports).toEqual([]);
	expect(screen.queryByRole("alertdialog")).toBeNull();
});
