import styles from "./select-chip.module.css";

type Choosable = string | number | null;

interface Props<Value extends Choosable> {
	readonly label: string;
	readonly value: Value;
	readonly choices: readonly { readonly value: Value; readonly label: string }[];
	readonly onChange: (value: Value) => void;
	/** Highlights a filter that is set. */
	readonly isActive?: boolean;
	/** `plain` looks like a button. */
	readonly variant?: "chip" | "plain";
}

const formatValue = (value: Choosable): string => String(value ?? "");

/** A native select that looks like a chip. */
export const SelectChip = <Value extends Choosable>({
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
			value={formatValue(value)}
			onChange={({ target }) => {
				const selectedChoice = choices.find((choice) => formatValue(choice.value) === target.value);
				if (selectedChoice) onChange(selectedChoice.value);
			}}
		>
			{choices.map((choice) => (
				<option key={choice.value} value={formatValue(choice.value)}>
					{choice.label}
				</option>
			))}
		</select>
	</label>
);
