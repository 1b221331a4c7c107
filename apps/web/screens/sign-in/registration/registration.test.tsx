import { aflIdRegister } from "@first-bounce/contract/accounts/auth";
import { checkTeamNamePublic } from "@first-bounce/contract/accounts/user";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { fakeApi, file, refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildUser, renderAt } from "../../../../../testing/web/render-at.tsx";
import { EMPTY_PERSON } from "../../../components/person-fields/person.ts";
import { Registration } from "./registration.tsx";
import { validateRegistration } from "./use-registration-form.ts";

const GRANT = {
	code: "c0de",
	codeVerifier: "v".repeat(128),
	redirectUrl: "http://localhost/login/callback",
	nonce: "n",
};
const PERSON = {
	code: "c0de",
	status: 404,
	profile: { firstName: "Kit", lastName: "O'Brien", email: "kit@example.test" },
};
const CHECK = "/public/fantasy/user-profile/check-team-name";
const HANDLERS = {
	"/json/fantasy/squads.json": () => file([{ id: 8097, name: "Collingwood", abbreviation: "COLL" }]),
	"/json/fantasy/countries.json": () =>
		file([
			{ code: "AU", name: "Australia" },
			{ code: "NZ", name: "New Zealand" },
		]),
	[CHECK]: () => success(checkTeamNamePublic, { isAvailable: true }),
	"/afl-id/register": () => success(aflIdRegister, { user: buildUser(), sessionId: "s1", identityToken: "t" }),
};
const TAKEN = () => refusal(422, "team-name-taken", "That team name is taken");

async function openForm(handlers: Parameters<typeof fakeApi>[0] = {}) {
	const api = fakeApi({ ...HANDLERS, ...handlers });
	const page = renderAt("/login/callback", <Registration grant={GRANT} identity={PERSON} />);
	await screen.findByText("Collingwood");
	const submit = () => fireEvent.click(screen.getByRole("button", { name: "Create my team" }));
	const readProblems = async () => {
		const summary = await screen.findByRole("alert");
		return within(summary)
			.getAllByRole("listitem")
			.map((item) => item.textContent);
	};
	return { ...api, ...page, submit, readProblems };
}

const type = (label: string, text: string) =>
	fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const choose = async (label: RegExp, option: string) => {
	fireEvent.click(screen.getByRole("button", { name: label }));
	fireEvent.click(await screen.findByRole("option", { name: option }));
};
const tick = (label: string) => fireEvent.click(screen.getByLabelText(label));
/** Each problem as the summary names it, and how to fix it, in the order of the form. */
const STEPS: readonly (readonly [problem: string, fill: () => unknown])[] = [
	["Team name: Please provide your team name", () => type("Team name", "Kit Bag")],
	["State: Please select one of the options", () => choose(/State/, "Victoria")],
	["Gender: Please fill in your gender", () => choose(/Gender/, "Prefer Not to Say")],
	["Country: Please provide your country", () => choose(/Country/, "Australia")],
	["Terms & Conditions: Please accept the Terms & Conditions", () => tick("I accept the Terms & Conditions")],
	["Your club: Please add your team!", () => tick("Collingwood")],
];
async function fillAll() {
	for (const [, fill] of STEPS) await fill();
	type("Day", "7");
	type("Month", "3");
	type("Year", "1990");
}
const listRegistrations = (posted: readonly { path: string; body: unknown }[]) =>
	posted.filter(({ path }) => path === "/afl-id/register");

describe("the registration form", () => {
	test("greets the user by the provider's name (D1.4.37)", async () => {
		await openForm();
		expect(screen.getByRole("heading", { name: "Welcome, Kit" })).toBeDefined();
		expect(screen.getByText("Signed in as kit@example.test")).toBeDefined();
	});

	test.each([
		["Australia/Melbourne", "Victoria", "Australia"],
		["Australia/Sydney", "Choose", "Australia"],
		["Pacific/Auckland", "Choose", "Choose"],
	])("in %s asks only for what is not known [D2.9.861]", async (timeZone, state, country) => {
		vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
			...new Intl.DateTimeFormat().resolvedOptions(),
			timeZone,
		});
		await openForm();
		expect(screen.getByRole("button", { name: /State/ }).textContent).toContain(state);
		expect(screen.getByRole("button", { name: /Country/ }).textContent).toContain(country);
	});

	test("runs the six checks in their order, then that of the birthday (D1.5.07)", () => {
		const empty = { ...EMPTY_PERSON, fantasyTeamName: "", terms: false, sponsorOptIn: false };
		expect(validateRegistration(empty, 2026).map(({ field }) => field)).toEqual([
			"fantasyTeamName",
			"state",
			"gender",
			"country",
			"terms",
			"supportedSquadId",
			"birthday",
		]);
	});

	test("asks in the order of its checks, birthday after country (D1.5.07)", async () => {
		await openForm();
		const fields = [...document.querySelectorAll("[data-field]")].map((field) => field.getAttribute("data-field"));
		expect(fields).toEqual([
			"fantasyTeamName",
			"state",
			"gender",
			"country",
			"birthday",
			"terms",
			"sponsorOptIn",
			"supportedSquadId",
		]);
	});

	test("lists each problem by its field in the order of the form (D1.5.01, D1.5.02, D1.5.03, D1.5.07)", async () => {
		const { submit, readProblems, posted } = await openForm();
		const birthday = "Birthday: Please enter a valid date";
		for (const [index, [, fill]] of STEPS.entries()) {
			submit();
			const remainingProblems = STEPS.slice(index).map(([problem]) => problem);
			const beforeBirthday = remainingProblems.filter((problem) => /^(Team name|State|Gender|Country)/.test(problem));
			remainingProblems.splice(beforeBirthday.length, 0, birthday);
			await waitFor(async () => expect(await readProblems()).toEqual(remainingProblems));
			await fill();
		}
		expect(listRegistrations(posted)).toEqual([]);
	});

	test("has a link to the terms that ticks no checkbox", async () => {
		await openForm();
		const link = screen.getByRole("link", { name: "Terms & Conditions" });
		expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/help/terms", "_blank"]);
		const checkbox = screen.getByLabelText<HTMLInputElement>("I accept the Terms & Conditions");
		expect(checkbox.type).toBe("checkbox");
		// The browser follows the link unless a handler has cancelled the event.
		expect([fireEvent.mouseDown(link), fireEvent.mouseUp(link), fireEvent.click(link)]).toEqual([true, true, true]);
		expect(fireEvent.keyDown(link, { key: "Enter" })).toBe(true);
		expect(checkbox.checked).toBe(false);
	});

	test("shows problems at their fields and focuses the first one (D1.5.04, D1.5.05, D1.5.06)", async () => {
		const { submit, readProblems } = await openForm();
		submit();
		await readProblems();
		for (const [problem] of STEPS) {
			expect(screen.getAllByText(problem)).toHaveLength(1);
			expect(screen.getAllByText(problem.replace(/^[^:]*: /, ""))).toHaveLength(1);
		}
		const name = screen.getByLabelText("Team name");
		expect(document.activeElement).toBe(name);
		const descriptions = (name.getAttribute("aria-describedby") ?? "")
			.split(" ")
			.map((id) => document.getElementById(id)?.textContent);
		expect(descriptions).toContain("Please provide your team name");
	});

	test("checks the team name on blur and shows the server's message (D1.5.09, D1.7.20, D1.8.14)", async () => {
		const { posted } = await openForm({ [CHECK]: TAKEN });
		type("Team name", "Ruck to the Future");
		fireEvent.blur(screen.getByLabelText("Team name"));
		const message = await screen.findByText("That team name is taken");
		const describedBy = screen.getByLabelText("Team name").getAttribute("aria-describedby") ?? "";
		expect(describedBy.split(" ").map((id) => document.getElementById(id))).toContain(message.closest("[id]"));
		expect(posted).toEqual([{ path: CHECK, body: { teamName: "Ruck to the Future" } }]);
	});

	test("shows a refused name before other problems (D1.5.08)", async () => {
		const { submit, readProblems } = await openForm({ [CHECK]: TAKEN });
		type("Team name", "Ruck to the Future");
		submit();
		await waitFor(async () => expect((await readProblems())[0]).toBe("Team name: That team name is taken"));
		expect((await readProblems())[1]).toBe("State: Please select one of the options");
	});

	test("shows birthday problems at the field (D1.5.13, D1.5.14, D1.5.16)", async () => {
		const { submit } = await openForm();
		await fillAll();
		type("Day", "31");
		type("Month", "2");
		submit();
		const birthday = screen.getByRole("group", { name: "Birthday" });
		expect(await within(birthday).findByText("Please enter a valid date")).toBeDefined();
		type("Month", "1");
		type("Year", String(new Date().getFullYear()));
		submit();
		expect(await within(birthday).findByText("Please enter an earlier year.")).toBeDefined();
	});

	test("sends code, verifier, fields and terms once on a double click (D1.3.64, D1.4.28, D1.5.10, D1.7.05)", async () => {
		const answer = Promise.withResolvers<void>();
		const { posted, queryClient } = await openForm({
			"/afl-id/register": async () => {
				await answer.promise;
				return HANDLERS["/afl-id/register"]();
			},
		});
		await fillAll();
		const button = screen.getByRole("button", { name: "Create my team" });
		fireEvent.click(button);
		fireEvent.click(button);
		await waitFor(() => expect(listRegistrations(posted)).toHaveLength(1));
		fireEvent.click(button);
		answer.resolve();
		await waitFor(() => expect(sessionStorage.length).toBe(0));
		await waitFor(() => expect(queryClient.isMutating()).toBe(0));
		expect(listRegistrations(posted)).toEqual([
			{
				path: "/afl-id/register",
				body: {
					...GRANT,
					fantasyTeamName: "Kit Bag",
					gender: "not_say",
					birthday: "1990-03-07",
					sponsorOptIn: false,
					terms: true,
					country: "AU",
					state: "VIC",
					supportedSquadId: 8097,
				},
			},
		]);
	});

	test("is restored after a reload of the same sign-in", async () => {
		const first = await openForm();
		await fillAll();
		first.unmount();
		const { submit, posted } = await openForm();
		submit();
		await waitFor(() => expect(listRegistrations(posted)).toHaveLength(1));
		expect(listRegistrations(posted)[0]?.body).toMatchObject({ fantasyTeamName: "Kit Bag", birthday: "1990-03-07" });
		await waitFor(() => expect(sessionStorage.length).toBe(0));
		expect(JSON.stringify(localStorage)).not.toContain("1990");
	});

	test.each(["{", '{"code":"c0de","form":{"terms":"yes"}}', '{"code":"other","form":{}}'])(
		"starts empty if the stored form is invalid: %s",
		async (storedForm) => {
			sessionStorage.setItem("registration_form", storedForm);
			await openForm();
			expect(screen.getByLabelText("Team name")).toHaveProperty("value", "");
		},
	);

	test("hides and omits the state for other countries (D1.7.06)", async () => {
		const { submit, posted } = await openForm();
		await fillAll();
		await choose(/Country/, "New Zealand");
		expect(screen.queryByRole("button", { name: /State/ })).toBeNull();
		submit();
		await waitFor(() => expect(listRegistrations(posted)).toHaveLength(1));
		expect(listRegistrations(posted)[0]?.body).not.toHaveProperty("state");
		expect(listRegistrations(posted)[0]?.body).toMatchObject({ country: "NZ" });
	});

	test("shows the refusal and perhaps offers to sign in again (D1.8.07)", async () => {
		const { submit, readProblems } = await openForm({
			"/afl-id/register": () => refusal(401, "code-refused", "The identity provider's code was refused"),
		});
		await fillAll();
		submit();
		await waitFor(async () => expect(await readProblems()).toEqual(["The identity provider's code was refused"]));
		expect(screen.getByRole("button", { name: "Sign in again" })).toBeDefined();
	});

	test("a refusal that retrying may solve needs no new sign-in (D1.8.07)", async () => {
		const { submit, readProblems } = await openForm({
			"/afl-id/register": () => refusal(503, "busy", "The game is being updated"),
		});
		await fillAll();
		submit();
		await waitFor(async () => expect(await readProblems()).toEqual(["The game is being updated"]));
		expect(screen.queryByRole("button", { name: "Sign in again" })).toBeNull();
	});
});
