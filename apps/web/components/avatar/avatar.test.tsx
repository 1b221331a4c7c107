import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Avatar } from "./avatar.tsx";

test.each([
	["Ada Reef", "AR"],
	["🏉Ada 🦘 Reef", "AR"],
	["Ada", "A"],
	["", ""],
])("without a picture, %j is shown by its initials", (name, initials) => {
	const { container } = render(<Avatar userId={7} avatarVersion={0} name={name} />);
	expect(container.textContent).toBe(initials);
});
