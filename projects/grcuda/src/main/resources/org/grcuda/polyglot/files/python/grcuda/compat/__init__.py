"""Stand-ins for modules that programs written for GrCUDA import and GraalPy does not have.

The command uses them where nothing else of that name can be imported.
"""
