import type { SuccessOf } from "@first-bounce/contract/call";
import { showOperatorAccess } from "@first-bounce/contract/operator/access";
import { beginMaintenance, listSettings, showMaintenance } from "@first-bounce/contract/operator/installation";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, success } from "../../../../../testing/web/fake-api.ts";
import { quietBackups } from "../../../../../testing/web/quiet-overview.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { RoleContext } from "../parts/role.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { InstallationSection } from "./installation.tsx";

beforeEach(() => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
});

const access = { isEnrolled: true, verifiedUntil: null, needsSetupCode: false, recoveryCodesLeft: 1, demoCode: null };

const Section = ({ role }: { readonly role: "owner" | "viewer" }) => {
	useOperatorTexts();
	return (
		<RoleContext value={role}>
			<InstallationSection />
		</RoleContext>
	);
};

function open(
	role: "owner" | "viewer",
	demoCode: string | null = null,
	maintenance: SuccessOf<typeof showMaintenance>["maintenance"] = null,
) {
	const begin = vi.fn();
	fakeApi({
		...quietBackups,
		"/operator/access": () => success(showOperatorAccess, { ...access, role, demoCode }),
		"/operator/maintenance": (body) => {
			if (body) begin(body);
			return success(body ? beginMaintenance : showMaintenance, { maintenance });
		},
		"/operator/settings": () =>
			success(listSettings, {
				settings: [
					{ name: "SMTP_URL", value: null, isSecret: true, source: "file" },
					{ name: "FEED", value: "simulator", isSecret: false, source: "default" },
				],
			}),
	});
	renderAt("/operator/installation", <Section role={role} />);
	return begin;
}

test("an owner closes the site with words and a reason [D2.9.538]", async () => {
	const begin = open("owner");
	fireEvent.click(await screen.findByRole("button", { name: "Close the site" }));
	fireEvent.change(screen.getByLabelText("What visitors read"), { target: { value: "Back at noon" } });
	fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "a new disk" } });
	fireEvent.click(screen.getAllByRole("button", { name: "Close the site" }).at(-1) as HTMLElement);
	await waitFor(() => expect(begin).toHaveBeenCalledWith({ reason: "a new disk", text: "Back at noon", until: null }));
});

test.each([
	["stays", 3_600_000],
	["is left out if it has passed", -3_600_000],
])("when the words change, the expected end %s [D2.9.538]", async (_, left) => {
	const until = new Date(Math.floor((Date.now() + left) / 60_000) * 60_000).toISOString();
	const begin = open("owner", null, { text: "Back soon", since: "2026-11-30T01:00:00.000Z", until });
	fireEvent.click(await screen.findByRole("button", { name: "Change the words" }));
	fireEvent.change(screen.getByLabelText("What visitors read"), { target: { value: "The disk is in" } });
	fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "good news" } });
	fireEvent.submit(screen.getByLabelText("Reason"));
	await waitFor(() =>
		expect(begin).toHaveBeenCalledWith({
			reason: "good news",
			text: "The disk is in",
			until: left > 0 ? until : null,
		}),
	);
});

test("an owner sees settings without secrets, and the codes left [D2.9.540]", async () => {
	open("owner");
	expect(await screen.findByText("set, hidden")).toBeTruthy();
	expect(screen.getByText("simulator")).toBeTruthy();
	expect(screen.getByText("You have 1 unused code.")).toBeTruthy();
});

test("a viewer sees the state of the site and own codes only", async () => {
	open("viewer");
	expect(await screen.findByText("The site is open.")).toBeTruthy();
	expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Get new codes"]);
});

test("the demo's manager gets the codes only", async () => {
	open("owner", "123456");
	expect(await screen.findByText(/Anybody can sign in to the demo/)).toBeTruthy();
	expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Get new codes"]);
});
