import styles from "./select-chip.module.css";

interface Props<Value extends string> {
	readonly label: string;
	readonly value: Value;
	readonly choices: readonly { readonly value: Value; readonly label: string }[];
	readonly onChange: (value: Value) => void;
	/** Highlights a filter that is set. */
	readonly isActive?: boolean;
	/** `plain` looks like a button. */
	readonly variant?: "chip" | "plain";
}

/** A native select that looks like a chip. */
export const SelectChip = <Value extends string>({
	label,
	value,
	choices,
	onChange,
	isActive = false,
	variant = "chip",
}: Props<Value>) => (
	<label className={styles.chip} data-active={isActive || undefined} data-variant={variant}>
		<span className="spoken">{label}</span>
		<select
			value={value}
			onChange={(event) => {
				const selectedChoice = choices.find((choice) => choice.value === event.target.value);
				if (selectedChoice) onChange(selectedChoice.value);
			}}
		>
			{choices.map((choice) => (
				<option key={choice.value} value={choice.value}>
					{choice.label}
				</option>
			))}
		</select>
	</label>
);
