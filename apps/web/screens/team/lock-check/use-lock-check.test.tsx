import { fireEvent, screen } from "@testing-library/react";
import { useNavigate } from "react-router";
import { expect, test } from "vitest";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { useLockCheck } from "./use-lock-check.ts";

const Screen = () => {
	const navigate = useNavigate();
	const { openCheck, openInstruction, close } = useLockCheck();
	return (
		<>
			<button type="button" onClick={openCheck}>
				check
			</button>
			<button type="button" onClick={() => openInstruction(3)}>
				instruct
			</button>
			<button type="button" onClick={() => navigate("/team")}>
				team
			</button>
			<button type="button" onClick={close}>
				close
			</button>
			<button type="button" onClick={() => navigate(-1)}>
				back
			</button>
		</>
	);
};

test.each([
	["the check", ["check"]],
	["an instruction opened from the check", ["check", "instruct"]],
	["the check, without returning to the form, after an instruction was saved,", ["check", "instruct", "check"]],
])("Back closes %s and shows the team (D1.4.120)", (_, presses) => {
	const { getAddress } = renderAt("/team", <Screen />);
	for (const name of presses) fireEvent.click(screen.getByText(name));
	expect(getAddress()).toMatch(/\?(check|out)=/);
	fireEvent.click(screen.getByText("back"));
	expect(getAddress()).toBe("/team");
});

test("closing the check leaves no history entry behind", () => {
	const { getAddress } = renderAt("/rankings", <Screen />);
	for (const name of ["team", "check", "instruct", "close"]) fireEvent.click(screen.getByText(name));
	expect(getAddress()).toBe("/team");
	fireEvent.click(screen.getByText("back"));
	expect(getAddress()).toBe("/rankings");
});

test("closing a check that a notification opened shows the team", () => {
	const { getAddress } = renderAt("/team?check=", <Screen />);
	fireEvent.click(screen.getByText("close"));
	expect(getAddress()).toBe("/team");
});
