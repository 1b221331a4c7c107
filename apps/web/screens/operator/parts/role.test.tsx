import { listMails } from "@first-bounce/contract/operator/mails";
import { suspendUser } from "@first-bounce/contract/operator/people";
import { announceToAll, listAnnouncements } from "@first-bounce/contract/site/announcements";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ActionButton, RoleContext } from "./role.tsx";

const CALLS = { read: listAnnouncements, announce: announceToAll, suspend: suspendUser, mails: listMails };

test.for([
	["owner", ["read", "announce", "suspend", "mails"]],
	["match-day", ["read", "announce"]],
	["moderator", ["read", "suspend"]],
	["viewer", ["read"]],
] as const)("an operator sees only the buttons of the role: %s [D2.9.536]", ([role, shown]) => {
	render(
		<RoleContext value={role}>
			{Object.entries(CALLS).map(([name, call]) => (
				<ActionButton key={name} call={call}>
					{name}
				</ActionButton>
			))}
		</RoleContext>,
	);
	expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(shown);
});
