import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { showRecoverableLeagues } from "@first-bounce/contract/leagues/league-recover";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { file, refusal, stubNodeForms, success } from "../../../../../testing/web/fake-api.ts";
import {
	buildFormerLeague,
	buildLeague,
	fakeLeagues,
	setWindowWidth,
} from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { Toasts } from "../../../components/toast/toasts.tsx";
import { CreateScreen } from "./create-screen.tsx";
import { isSupportedPicture } from "./picture-field.tsx";

const CREATE = "/fantasy/league";
const answerCreated = (invited = 0) =>
	success(createLeague, { id: 5, league: buildLeague({ asCommissioner: true }), invited });

beforeEach(() => setWindowWidth(1280));
function open(path = "/leagues/create") {
	return renderAt(
		path,
		<>
			<CreateScreen />
			<Toasts />
			<ErrorModal />
		</>,
	);
}
const findNameField = () => screen.findByRole("textbox", { name: "League name" });
const getButton = (name: string | RegExp) => screen.getByRole("button", { name }) as HTMLButtonElement;
const fillName = async (name: string) => fireEvent.change(await findNameField(), { target: { value: name } });

describe("creating a league", () => {
	test("starts with a form in which only the name is missing (D2.2.06, D2.2.48, D2.4.07, D2.4.09, D2.9.10)", async () => {
		fakeLeagues();
		open();
		await findNameField();
		expect(screen.getByRole("heading", { level: 1, name: "Create a League" })).toBeDefined();
		expect(getButton("Create League").disabled).toBe(true);
		expect(screen.getByRole("radio", { name: "Private" })).toHaveProperty("checked", true);
	});

	test("explains below the name what happens to offensive names (D2.5.02)", async () => {
		fakeLeagues();
		open();
		await findNameField();
		expect(screen.getByText("Inappropriate names will not be accepted")).toBeDefined();
	});

	test("offers scheduled rounds, the first one chosen (D2.5.05, D2.5.07, D2.9.14)", async () => {
		fakeLeagues();
		open();
		await findNameField();
		fireEvent.click(getButton(/Starting round/));
		expect((await screen.findAllByRole("option")).map(({ textContent }) => textContent)).toEqual([
			"Round 2",
			"Round 3",
			"Round 4",
			"Round 5",
		]);
		expect(screen.getByRole("option", { name: "Round 2" }).getAttribute("aria-selected")).toBe("true");
	});

	test("offers no starting round if no round is scheduled (D2.4.23, D2.5.06)", async () => {
		const { posted } = fakeLeagues({}, { rounds: ["complete", "complete", "complete", "complete", "playing"] });
		open();
		await fillName("Too Late");
		expect(screen.queryByText("Starting round")).toBeNull();
		fireEvent.click(getButton("Create League"));
		await waitFor(() => expect(screen.getByText(/There are no rounds left to start in/)).toBeDefined());
		expect(posted).toEqual([]);
	});

	test("asks for size, finals and tiebreaker only if the league is head-to-head (D2.4.22, D2.5.08, D2.9.11, D2.9.12, D2.9.13)", async () => {
		fakeLeagues();
		open();
		await findNameField();
		expect(screen.queryByText("League size")).toBeNull();
		fireEvent.click(screen.getByRole("radio", { name: "Head-to-head" }));
		expect(getButton(/League size/).textContent).toContain("2 teams");
		const finals = screen.getByRole("radiogroup", { name: "Finals" });
		expect(within(finals).getByRole("radio", { name: "On" })).toHaveProperty("checked", true);
		expect(screen.getByRole("radio", { name: "Percentage" })).toHaveProperty("checked", true);
	});

	test("explains open, head-to-head and the grand final (D2.9.18, D2.9.19, D2.9.20, D2.9.21)", async () => {
		fakeLeagues();
		open();
		await findNameField();
		fireEvent.click(getButton("Type of league"));
		const type = await screen.findByRole("dialog", { name: "Type of league" });
		expect(type.textContent).toMatch(/Everyone plays everyone.* You play one team each week/s);
		fireEvent.keyDown(type, { key: "Escape" });
		await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
		fireEvent.click(screen.getByRole("radio", { name: "Head-to-head" }));
		fireEvent.click(getButton("Finals"));
		const finals = await screen.findByRole("dialog", { name: "Finals" });
		expect(finals.textContent).toContain("The top two on the ladder meet in a grand final in the last round");
	});

	test("offers consolation games and a game against the median, off at first [D2.9.275]", async () => {
		const { posted } = fakeLeagues({ [CREATE]: () => answerCreated() });
		open();
		await fillName("Second Chance");
		fireEvent.click(screen.getByRole("radio", { name: "Head-to-head" }));
		const choose = (option: string, choice: string) =>
			fireEvent.click(within(screen.getByRole("radiogroup", { name: option })).getByRole("radio", { name: choice }));
		const consolation = screen.getByRole("radiogroup", { name: "Consolation games" });
		expect(within(consolation).getByRole("radio", { name: "Off" })).toHaveProperty("checked", true);
		choose("Game against the median", "On");
		choose("Consolation games", "On");
		fireEvent.click(getButton("Create League"));
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]?.body).toMatchObject({ consolationGames: true, medianGame: true });
		choose("Finals", "Off");
		expect(screen.queryByRole("radiogroup", { name: "Consolation games" })).toBeNull();
	});

	test("says which teams meet in consolation games, and what is final [D2.9.274, D2.9.275]", async () => {
		fakeLeagues();
		open();
		await findNameField();
		expect(screen.queryByText(/can be changed later/)).toBeNull();
		fireEvent.click(screen.getByRole("radio", { name: "Elimination" }));
		expect(screen.getByText("None of this can be changed later.")).toBeDefined();
		fireEvent.click(screen.getByRole("radio", { name: "Head-to-head" }));
		expect(
			screen.getByText(
				/^You can change the size, consolation games and the game against the median until the league starts/,
			),
		).toBeDefined();
		fireEvent.click(getButton("Consolation games"));
		const tip = await screen.findByRole("dialog", { name: "Consolation games" });
		expect(tip.textContent).toContain("not in the grand final play each other: 3rd meets 4th");
	});

	test("sends the form, shows success and continues to the invitations (D2.4.04, D2.4.06, D2.4.11, D2.4.12)", async () => {
		let respond: (value: ReturnType<typeof answerCreated>) => void = () => undefined;
		const { posted } = fakeLeagues({ [CREATE]: () => new Promise((resolve) => (respond = resolve)) });
		open();
		await fillName("Café Ruck");
		fireEvent.click(screen.getByRole("radio", { name: "Head-to-head" }));
		expect(getButton("Create League").querySelector('[aria-hidden="true"]')).toBeNull();
		fireEvent.click(getButton("Create League"));
		await waitFor(() => expect(getButton("Creating…").disabled).toBe(true));
		expect(getButton("Creating…").querySelector('[aria-hidden="true"]')).not.toBeNull();
		respond(answerCreated());
		await waitFor(() => expect(getButton("Success").disabled).toBe(true));
		expect(await screen.findByRole("heading", { level: 1, name: "Your league has been created" })).toBeDefined();
		expect(posted[0]?.body).toMatchObject({ name: "Café Ruck", startId: 2, privacy: "private", type: "h2h" });
	});

	test("offers as many places as rounds allow in elimination [D2.1.71]", async () => {
		const { posted } = fakeLeagues({ [CREATE]: () => answerCreated() });
		open();
		await fillName("Last One");
		fireEvent.click(screen.getByRole("radio", { name: "Elimination" }));
		expect(screen.queryByText("Tiebreaker")).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: /League size/ }));
		const sizes = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
		expect(sizes.slice(-4)).toEqual(["2 teams", "3 teams", "4 teams", "5 teams"]);
		expect(screen.getByRole("option", { name: "5 teams" }).getAttribute("aria-selected")).toBe("true");
		fireEvent.click(screen.getByRole("option", { name: "5 teams" }));
		fireEvent.click(getButton("Create League"));
		await waitFor(() => expect(posted[0]?.body).toMatchObject({ type: "elimination", size: 5, startId: 2 }));
	});

	test("shows Failed and the reason, and can be sent again (D2.4.08, D2.4.12, D2.8.02, D2.2.99, D2.8.08)", async () => {
		fakeLeagues({ [CREATE]: () => refusal(422, "league-name-not-allowed", "That league name is not allowed") });
		open();
		await fillName("Rude");
		fireEvent.click(getButton("Create League"));
		const modal = await screen.findByRole("alertdialog", { name: "Something went wrong" });
		expect(within(modal).getByText("That league name is not allowed")).toBeDefined();
		expect(
			within(modal)
				.getAllByRole("button")
				.map(({ textContent }) => textContent),
		).toEqual(["Cancel"]);
		fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
		await waitFor(() => expect(getButton("Failed").disabled).toBe(true));
		await fillName("Kind");
		expect(getButton("Create League").disabled).toBe(false);
	});

	test("shows the first of several errors, or a general message (D2.2.99)", async () => {
		const errors = [
			{ code: "league-name-not-allowed", message: "That league name is not allowed" },
			{ code: "league-size", message: "That size is not allowed" },
		];
		fakeLeagues({ [CREATE]: () => ({ status: 422, body: { success: null, errors } }) });
		const first = open();
		await fillName("Rude");
		fireEvent.click(getButton("Create League"));
		const modal = await screen.findByRole("alertdialog");
		expect(modal.textContent).toContain("That league name is not allowed");
		expect(modal.textContent).not.toContain("That size is not allowed");
		fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
		await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
		first.unmount();
		fakeLeagues({ [CREATE]: () => ({ status: 500, body: { success: null, errors: [] } }) });
		open();
		await fillName("Kind");
		fireEvent.click(getButton("Create League"));
		expect((await screen.findByRole("alertdialog")).textContent).toContain(
			"Something went wrong on our side. Please try again.",
		);
	});

	test("can be sent again five seconds after a refusal (D2.4.08)", async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		fakeLeagues({ [CREATE]: () => refusal(503, "busy", "The game is being updated") });
		open();
		await fillName("Patience");
		fireEvent.click(getButton("Create League"));
		fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
		await waitFor(() => expect(getButton("Failed").disabled).toBe(true));
		await act(() => vi.advanceTimersByTimeAsync(3_000));
		expect(getButton("Failed").disabled).toBe(true);
		await act(() => vi.advanceTimersByTimeAsync(2_001));
		expect(getButton("Create League").disabled).toBe(false);
	});

	test("offers the season's sizes, and labels the Grand Final (D2.5.05, D2.9.26)", async () => {
		const rules = { lastRound: 5, grandFinal: true, leagues: { h2hSizes: [4, 7] } };
		fakeLeagues({
			"/json/fantasy/season.json": () => file({ id: 1, name: "2026", isDemo: false, rules }),
		});
		open();
		await findNameField();
		const listOptions = async () => (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
		fireEvent.click(getButton(/Starting round/));
		expect(await listOptions()).toEqual(["Round 2", "Round 3", "Round 4", "Grand Final"]);
		fireEvent.keyDown(screen.getByRole("listbox"), { key: "Escape" });
		await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
		fireEvent.click(screen.getByRole("radio", { name: "Head-to-head" }));
		fireEvent.click(getButton(/League size/));
		expect(await listOptions()).toEqual(["4 teams", "7 teams"]);
	});

	test("offers a top-four series where allowed, from four teams on (D2.1.40)", async () => {
		const rules = { lastRound: 5, leagues: { h2hSizes: [2, 4], finalsSeries: true } };
		const { posted } = fakeLeagues({
			[CREATE]: () => answerCreated(),
			"/json/fantasy/season.json": () => file({ id: 1, name: "2026", isDemo: false, rules }),
		});
		open();
		await fillName("Four Corners");
		fireEvent.click(screen.getByRole("radio", { name: "Head-to-head" }));
		const chooseSize = async (size: string) => {
			fireEvent.click(getButton(/League size/));
			fireEvent.click(await screen.findByRole("option", { name: size }));
		};
		await chooseSize("2 teams");
		expect(await screen.findByText("A top-four series needs a league of at least 4 teams.")).toBeDefined();
		expect(screen.getByRole("radio", { name: "Top-four series" })).toHaveProperty("disabled", true);
		await chooseSize("4 teams");
		await waitFor(() =>
			expect(screen.getByRole("radio", { name: "Top-four series" })).toHaveProperty("disabled", false),
		);
		fireEvent.click(screen.getByRole("radio", { name: "Top-four series" }));
		fireEvent.click(getButton("Create League"));
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]?.body).toMatchObject({ size: 4, finals: true, finalsSeries: true });
	});

	test("has no top-four series in other seasons (D2.1.40)", async () => {
		fakeLeagues();
		open();
		await findNameField();
		fireEvent.click(screen.getByRole("radio", { name: "Head-to-head" }));
		expect(screen.getByRole("radiogroup", { name: "Finals" })).toBeDefined();
		expect(screen.queryByRole("radio", { name: "Top-four series" })).toBeNull();
	});

	test("sends the chosen round, privacy, finals and tiebreaker (D2.3.17, D2.3.20, D2.3.21)", async () => {
		const { posted } = fakeLeagues({ [CREATE]: () => answerCreated() });
		open();
		await fillName("Open house");
		fireEvent.click(getButton(/Starting round/));
		fireEvent.click(await screen.findByRole("option", { name: "Round 4" }));
		fireEvent.click(screen.getByRole("radio", { name: "Public" }));
		fireEvent.click(screen.getByRole("radio", { name: "Head-to-head" }));
		const finals = screen.getByRole("radiogroup", { name: "Finals" });
		fireEvent.click(within(finals).getByRole("radio", { name: "Off" }));
		fireEvent.click(screen.getByRole("radio", { name: "Points for" }));
		fireEvent.click(getButton("Create League"));
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]?.body).toEqual({
			name: "Open house",
			startId: 4,
			privacy: "public",
			type: "h2h",
			size: 2,
			finals: false,
			h2hTiebreaker: "points_for",
		});
	});

	test("sends a picture as multipart form data (D1.1.19, D2.3.19, D2.3.20, D2.3.21, D2.5.10)", async () => {
		vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }));
		await stubNodeForms();
		const { posted } = fakeLeagues({ [CREATE]: () => answerCreated() });
		open();
		await fillName("Café Ruck");
		const crest = new File(["png"], "crest.png", { type: "image/png" });
		const picture = screen.getByLabelText("League picture");
		expect(picture.getAttribute("accept")).toBe(".png,.jpg,.jpeg");
		fireEvent.change(picture, { target: { files: [crest] } });
		fireEvent.click(getButton("Create League"));
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]?.body).toMatchObject({
			name: "Café Ruck",
			size: "2",
			finals: "true",
			h2hTiebreaker: "percentage",
			avatar: expect.any(File),
		});
		expect(isSupportedPicture({ name: "crest.JPEG", type: "image/jpeg" })).toBe(true);
		expect(isSupportedPicture({ name: "crest.gif", type: "image/gif" })).toBe(false);
	});

	test("then links to the league and offers to invite friends (D2.2.49, D2.2.50, D2.2.51, D2.2.52, D2.2.53)", async () => {
		fakeLeagues({ [CREATE]: () => answerCreated() });
		const { getAddress } = open();
		await fillName("Café Ruck");
		fireEvent.click(getButton("Create League"));
		expect(await screen.findByRole("heading", { level: 1, name: "Your league has been created" })).toBeDefined();
		expect(screen.queryByRole("heading", { name: "Create a League" })).toBeNull();
		expect(screen.getByRole("heading", { name: "Invite friends to your league" })).toBeDefined();
		fireEvent.click(getButton("View League"));
		await waitFor(() => expect(getAddress()).toBe("/leagues/5/about"));
	});
});

describe("creating a draft league", () => {
	const openDraft = async () => {
		await fillName("Pick of the Bunch");
		fireEvent.click(screen.getByRole("radio", { name: /^Draft/ }));
	};

	test("explains classic and draft, and asks for no starting round [D2.9.350]", async () => {
		fakeLeagues();
		open();
		await findNameField();
		expect(screen.getByText(/For 2 managers or 2,000\.$/)).toBeDefined();
		expect(screen.getByText(/each belongs to one team only.* For 4 to 14 managers/)).toBeDefined();
		await openDraft();
		expect(screen.queryByText("Starting round")).toBeNull();
		expect(screen.queryByRole("radiogroup", { name: "Type of league" })).toBeNull();
		fireEvent.click(getButton(/Number of teams/));
		const sizes = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
		expect(sizes).toHaveLength(11);
		expect([sizes[0], sizes[5], sizes[10]]).toEqual(["4 teams", "9 teams", "14 teams"]);
	});

	test("sends presets if only the name is given [D2.9.351]", async () => {
		const { posted } = fakeLeagues({
			[CREATE]: () =>
				success(createLeague, { id: 5, league: buildLeague({ asCommissioner: true, class: "draft" }), invited: 0 }),
		});
		const { getAddress } = open();
		await openDraft();
		fireEvent.click(getButton("Create League"));
		await waitFor(() => expect(posted).toHaveLength(1));
		const draft = { draftType: "snake", clock: "live", pickTurnTime: 60, draftStart: null, captainDoubled: true };
		expect(posted[0]?.body).toMatchObject({ class: "draft", size: 8, finals: true, draft });
		expect(posted[0]?.body).not.toHaveProperty("draft.squad");
		fireEvent.click(await screen.findByRole("button", { name: "Go to the draft" }));
		await waitFor(() => expect(getAddress()).toBe("/leagues/5/draft"));
	});

	test("folds the settings of the season, with an explanation each [D2.9.468]", async () => {
		const { posted } = fakeLeagues({ [CREATE]: () => answerCreated() });
		open();
		await openDraft();
		const group = screen.getByText("Waivers, trades and injuries").closest("details");
		if (!group) throw new Error("no group");
		expect(group.open).toBe(false);
		fireEvent.click(screen.getByText("Waivers, trades and injuries"));
		const season = within(group);
		expect(season.getByText("Each team has one more spot", { exact: false })).toBeDefined();
		const deadline = group.querySelector<HTMLSelectElement>("[name='draft.tradeDeadline']");
		expect(deadline?.value).toBe("4");
		const choices = [...(deadline?.options ?? [])].slice(1).map(({ text }) => text);
		expect(choices).toEqual(["Before Round 2", "Before Round 3", "Before Round 4", "Before Round 5", "No deadline"]);
		fireEvent.click(season.getByRole("checkbox", { name: "Injured spot" }));
		fireEvent.click(season.getByRole("checkbox", { name: "Protect the best players" }));
		fireEvent.click(getButton("Create League"));
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]?.body).toMatchObject({
			averageGame: true,
			draft: {
				waiverPriority: "rolling",
				tradeReview: "commissioner",
				tradeReviewHours: 24,
				protectsBest: false,
				hasInjuredPlace: false,
			},
		});
		expect(posted[0]?.body).not.toHaveProperty("draft.tradeDeadline");
	});

	test("offers a night pause in slow drafts, and sends a changed squad [D2.9.352]", async () => {
		const { posted } = fakeLeagues({ [CREATE]: () => answerCreated() });
		open();
		await openDraft();
		fireEvent.click(screen.getByRole("radio", { name: "Slow" }));
		expect(getButton(/Time per pick/).textContent).toContain("4 hours");
		fireEvent.change(screen.getByLabelText("From"), { target: { value: "22:30" } });
		fireEvent.click(screen.getByText("More settings"));
		expect(screen.getByText("21 players a team")).toBeDefined();
		fireEvent.change(screen.getByLabelText("Defenders on field"), { target: { value: "4" } });
		expect(screen.getByText("20 players a team")).toBeDefined();
		fireEvent.click(getButton("Create League"));
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]?.body).toMatchObject({
			draft: {
				clock: "slow",
				pickTurnTime: 14_400,
				nightPause: { from: "22:30", to: "07:00" },
				squad: { field: { DEF: 4, MID: 5, RUC: 1, FWD: 5 }, limits: { DEF: 7, MID: 7, RUC: 3, FWD: 7 } },
			},
		});
	});

	test("shows a past start and the server's refusals at their field [D2.9.353]", async () => {
		const { posted } = fakeLeagues({
			[CREATE]: () => refusal(422, "draft-schedule-past", "The start must lie in the future"),
		});
		open();
		await openDraft();
		const start = screen.getByLabelText(/Date and time of the draft/);
		fireEvent.change(start, { target: { value: "2020-01-01T19:30" } });
		fireEvent.click(getButton("Create League"));
		expect(await screen.findByText("Choose a time in the future")).toBeDefined();
		expect(posted).toEqual([]);
		fireEvent.change(start, { target: { value: "2100-01-01T19:30" } });
		fireEvent.click(getButton("Create League"));
		fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
		await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
		expect(start.getAttribute("aria-invalid")).toBe("true");
		expect(screen.getByText("The start must lie in the future")).toBeDefined();
	});

	test("does not take a date typed in part as no date", async () => {
		const { posted } = fakeLeagues({ [CREATE]: () => answerCreated() });
		open();
		await fillName("Half Dated");
		fireEvent.click(screen.getByRole("radio", { name: /^Draft/ }));
		const start = screen.getByLabelText<HTMLInputElement>(/Date and time of the draft/);
		// jsdom knows no half-typed dates.
		const validity = { badInput: true };
		const reportValidity = vi.fn(() => false);
		Object.defineProperties(start, { validity: { value: validity }, reportValidity: { value: reportValidity } });
		fireEvent.click(getButton("Create League"));
		expect(reportValidity).toHaveBeenCalledOnce();
		validity.badInput = false;
		fireEvent.click(getButton("Create League"));
		await waitFor(() => expect(posted).toHaveLength(1));
	});

	test("takes the settings of last season's draft league, without its date [D2.9.354]", async () => {
		const squad = {
			field: { DEF: 4, MID: 4, RUC: 1, FWD: 4 },
			bench: { DEF: 1, MID: 1, RUC: 1, FWD: 1 },
			utilityScores: true,
			limits: { DEF: 6, MID: 6, RUC: 2, FWD: 6 },
		};
		const draft = {
			draftType: "third-round-reversal" as const,
			clock: "slow" as const,
			pickTurnTime: 28_800,
			nightPause: null,
			timeZone: "Australia/Perth",
			draftStart: null,
			captainDoubled: false,
			squad,
			waiverPriority: "budget" as const,
			tradeReview: "vote" as const,
			tradeReviewHours: 48 as const,
			tradeDeadline: null,
			protectsBest: false,
			hasInjuredPlace: false,
			format: "dynasty" as const,
			maxKeepers: 4,
			maxKeeperYears: null,
			minDelists: 5,
		};
		const former = buildFormerLeague({ class: "draft", size: 7, draft });
		const { posted } = fakeLeagues({
			"/fantasy/league/recover/list": () => success(showRecoverableLeagues, { leagues: [former] }),
			[CREATE]: () => answerCreated(6),
		});
		open("/leagues/create?recover=77");
		await findNameField();
		fireEvent.click(getButton("Regenerate League"));
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]?.body).toMatchObject({ class: "draft", size: 7, leagueId: 77, draft });
	});
});

describe("regenerating a league (D2.2.07, D2.4.10)", () => {
	const list = {
		"/fantasy/league/recover/list": () => success(showRecoverableLeagues, { leagues: [buildFormerLeague()] }),
	};

	test.each(["recover", "regenerate"])("with ?%s= fills the form, which can be sent unchanged", async (name) => {
		fakeLeagues(list);
		open(`/leagues/create?${name}=77`);
		expect(await findNameField()).toHaveProperty("value", "Old Boots");
		expect(getButton("Regenerate League").disabled).toBe(false);
		expect(screen.getByRole("radio", { name: "Points for" })).toHaveProperty("checked", true);
	});

	test("sends the old league's id, and confirms that its members were invited (D2.2.68, D2.4.14)", async () => {
		const { posted } = fakeLeagues({ ...list, [CREATE]: () => answerCreated(4) });
		open("/leagues/create?recover=77");
		await findNameField();
		fireEvent.click(getButton("Regenerate League"));
		expect(await screen.findByText("Previous season members Invites Sent Successfully!")).toBeDefined();
		expect(posted[0]?.body).toMatchObject({ leagueId: 77, name: "Old Boots", startId: 2 });
	});

	test("whose leagues cannot be loaded says why, not that it is gone", async () => {
		fakeLeagues({ "/fantasy/league/recover/list": () => refusal(500, "internal", "The leagues are away") });
		renderAt("/leagues/create?recover=77", <CreateScreen />);
		expect((await screen.findByRole("alert")).textContent).toContain("The leagues are away");
		expect(screen.queryByRole("textbox", { name: "League name" })).toBeNull();
	});

	test("shows a message and an empty form if it cannot be regenerated", async () => {
		fakeLeagues(list);
		open("/leagues/create?recover=78");
		expect(await screen.findByText("That league can't be regenerated. You can create a new one here.")).toBeDefined();
		expect(getButton("Create League").disabled).toBe(true);
	});
});
