import styles from "./select-chip.module.css";

interface Props<Value extends string> {
	readonly label: string;
	readonly value: Value;
	readonly choices: readonly { readonly value: Value; readonly label: string }[];
	readonly onChange: (value: Value) => void;
	/** Drawn as chosen: it narrows the list. */
	readonly isActive?: boolean;
	/** `plain` stands beside buttons and looks like one. */
	readonly look?: "chip" | "plain";
}

/** One of many as a chip: the device's own list, which is at home on every phone. */
export const SelectChip = <Value extends string>({
	label,
	value,
	choices,
	onChange,
	isActive = false,
	look = "chip",
}: Props<Value>) => (
	<label className={styles.chip} data-active={isActive || undefined} data-look={look}>
		<span className="spoken">{label}</span>
		<select
			value={value}
			onChange={(event) => {
				const chosen = choices.find((choice) => choice.value === event.target.value);
				if (chosen) onChange(chosen.value);
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
