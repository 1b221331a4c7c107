import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { TimeField } from "./time-field.tsx";

test("a year with a digit too many counts as no time", () => {
	const onChange = vi.fn();
	render(<TimeField label="Starts" value="2026-09-12T09:30:00.000Z" onChange={onChange} />);
	const field = screen.getByLabelText(/^Starts/);
	fireEvent.change(field, { target: { value: "20261-09-12T19:30" } });
	expect(onChange).toHaveBeenLastCalledWith("");
	fireEvent.change(field, { target: { value: "2026-09-13T19:30" } });
	expect(onChange).toHaveBeenLastCalledWith(new Date("2026-09-13T19:30").toISOString());
});
