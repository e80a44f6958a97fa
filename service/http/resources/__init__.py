"""The resources of the contract, one module each: decode, hand over, encode."""
