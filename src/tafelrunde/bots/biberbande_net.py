from pathlib import Path
WEIGHTS = Path(__file__).parent / "data" / "biberbande.npz"
