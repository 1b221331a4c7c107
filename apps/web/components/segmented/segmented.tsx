import type { KeyboardEvent } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import styles from "./segmented.module.css";

interface Choice<Value extends string> {
	readonly value: Value;
	readonly label: string;
}
interface Props<Value extends string> {
	readonly label: string;
	readonly choices: readonly Choice<Value>[];
	readonly value: Value;
	readonly onChange: (value: Value) => void;
	/** `switch` joins two or three options; `chips` are separate and may wrap. */
	readonly variant?: "switch" | "chips";
}

/** React Aria leaves the group at the first Tab and expects arrow keys, which a switch device cannot press. */
const stopAtEachChoice = (event: KeyboardEvent) => {
	if (event.key === "Tab") event.stopPropagation();
};

/** A single choice among a few visible options, each a stop of Tab. */
export const Segmented = <Value extends string>({
	label,
	choices,
	value,
	onChange,
	variant = "switch",
}: Props<Value>) => (
	<div role="presentation" className={styles.stops} onKeyDownCapture={stopAtEachChoice}>
		<ToggleButtonGroup
			aria-label={label}
			className={styles.group ?? ""}
			data-variant={variant}
			selectionMode="single"
			disallowEmptySelection
			selectedKeys={[value]}
			onSelectionChange={(keys) => {
				const selectedChoice = choices.find((choice) => keys.has(choice.value));
				if (selectedChoice) onChange(selectedChoice.value);
			}}
		>
			{choices.map((choice) => (
				<ToggleButton key={choice.value} id={choice.value} className={styles.choice ?? ""}>
					{choice.label}
				</ToggleButton>
			))}
		</ToggleButtonGroup>
	</div>
);
